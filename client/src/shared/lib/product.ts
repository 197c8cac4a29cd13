/** The same in every language. */
export const PRODUCT_NAME = 'Open Exchange';
/** The fixed title of every page: a brokerage-style service. */
export const PRODUCT_TITLE = 'Open Exchange | Digital Asset Brokerage';
