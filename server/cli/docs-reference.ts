/** `npm run docs:reference`: writes the generated pages of `docs/reference`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PAGES } from './reference/pages';

for (const [name, pageOf] of Object.entries(PAGES)) writeFileSync(path.join('docs/reference', name), pageOf());
