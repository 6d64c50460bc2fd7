import './lost-focus.ts'
