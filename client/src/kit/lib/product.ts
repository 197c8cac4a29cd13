/** Product name, the same in every language. */
export const PRODUCT_NAME = 'Open Exchange';
/** Fixed title of every page. */
export const PRODUCT_TITLE = 'Open Exchange | Digital Asset Brokerage';
