// Draws the app's PNG icons from client/public/icon.svg: `node scripts/icons.mjs`, after the drawing was changed.
// CHROMIUM names the browser, else Debian's is taken.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../client/public');
const drawing = readFileSync(path.join(folder, 'icon.svg'), 'utf8');

// A system cuts the icon to its own form: then the ground reaches every edge, and the mark keeps away from them.
const bleeding = drawing
  .replace(/rx="\d+"/, '')
  .replace(/<g [^>]*>/, (group) => `<g transform="translate(6.4 6.4) scale(0.8)">${group}`)
  .replace('</g>', '</g></g>');

const icons = [
  { name: 'icon-192.png', size: 192, svg: drawing },
  { name: 'icon-512.png', size: 512, svg: drawing },
  { name: 'icon-maskable-192.png', size: 192, svg: bleeding },
  { name: 'icon-maskable-512.png', size: 512, svg: bleeding },
  { name: 'apple-touch-icon.png', size: 180, svg: bleeding },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, size, svg } of icons) await draw(name, size, svg);
// What browsers ask for where no page names an icon: an ICO file that holds one PNG.
const SIZE = 32;
const png = await draw(undefined, SIZE, drawing);
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2); // An icon,
head.writeUInt16LE(1, 4); // one picture.
head.writeUInt8(SIZE, 6);
head.writeUInt8(SIZE, 7);
head.writeUInt16LE(1, 10); // Planes,
head.writeUInt16LE(32, 12); // bits a pixel,
head.writeUInt32LE(png.length, 14); // bytes, and where they begin.
head.writeUInt32LE(head.length, 18);
writeFileSync(path.join(folder, 'favicon.ico'), Buffer.concat([head, png]));
await browser.close();

async function draw(name, size, svg) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  return page.screenshot({ path: name && path.join(folder, name), omitBackground: true });
}
