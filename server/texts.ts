/** Texts of the server: the common ones and those of all products. */
import { ServerTexts } from './platform/i18n/messages';
import { PRODUCTS } from './products/all';

export const ALL_TEXTS = new ServerTexts(PRODUCTS.flatMap(({ texts }) => texts ?? []));
