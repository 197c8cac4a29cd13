/** Folders with one table of texts per language: the site's and the products'. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const COMMON = path.resolve(__dirname, '../kit/i18n/texts');
const PRODUCTS = path.resolve(__dirname, '../products');

/** By area name. */
export const TEXT_FOLDERS: ReadonlyMap<string, string> = new Map([
  ...foldersIn(COMMON).map((area) => [area, path.join(COMMON, area)] as const),
  ...foldersIn(PRODUCTS)
    .map((product) => [product, path.join(PRODUCTS, product, 'texts')] as const)
    .filter(([, folder]) => existsSync(folder)),
]);

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
