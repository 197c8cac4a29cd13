/** The same in every language. */
export const PRODUCT_NAME = 'Open Exchange';

/** Where the server describes its interface. */
export const API_DOCUMENTATION_PATH = '/exchange/docs';
