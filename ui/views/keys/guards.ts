import './lost-focus.ts'
import './not-loaded.ts'
