// Draws the app's PNG icons from client/public/icon.svg. Run `node scripts/icons.mjs` after changing the drawing.
// CHROMIUM names the browser; the default is Debian's.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../client/public');
const drawing = readFileSync(path.join(folder, 'icon.svg'), 'utf8');

// Systems crop this icon to their own shape, so its background reaches every edge and the mark does not.
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
// Browsers ask for favicon.ico if a page names no icon. The file is an ICO with one PNG inside.
const SIZE = 32;
const png = await draw(undefined, SIZE, drawing);
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2); // Type: icon.
head.writeUInt16LE(1, 4); // Number of images.
head.writeUInt8(SIZE, 6);
head.writeUInt8(SIZE, 7);
head.writeUInt16LE(1, 10); // Colour planes.
head.writeUInt16LE(32, 12); // Bits per pixel.
head.writeUInt32LE(png.length, 14); // Size of the image in bytes, then its offset.
head.writeUInt32LE(head.length, 18);
writeFileSync(path.join(folder, 'favicon.ico'), Buffer.concat([head, png]));
await browser.close();

async function draw(name, size, svg) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  return page.screenshot({ path: name && path.join(folder, name), omitBackground: true });
}
