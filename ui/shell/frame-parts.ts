/** Names the parts around the views, which load together as soon as the page is drawn. */

export { Banner } from './banner/banner-bar.tsx'
export { StatusBar } from './status-bar.tsx'
