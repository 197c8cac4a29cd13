/** Helpers for the trading screen: its form, its lists and the drawings on the chart. */
import type { Locator, Page } from 'playwright-core';
import { MARKET } from './trading-floor';
import { words } from './words';

export const TRADING = `/currencyTransaction?market=${MARKET}`;

export type Side = 'buy' | 'sell';
export type Kind = 'limit' | 'stop_limit' | 'stop_market';
export type Figures = Partial<Record<'trigger' | 'price' | 'quantity' | 'total', string>>;

export function formOf(page: Page, side: Side, asset = 'BTC'): Locator {
  return page.getByRole('form', { name: words(`place.${side}`, { asset }), exact: true });
}

export function openOrders(page: Page): Locator {
  return page.getByRole('table', { name: words('own.tab.open') });
}

/** A field's label consists of its name and its unit. */
export function field(form: Locator, name: keyof Figures): Locator {
  return form.getByRole('textbox', { name: new RegExp(`^${words(`place.${name}`)} `) });
}

/** Types an order into the form, sends and confirms it. */
export async function order(page: Page, side: Side, kind: Kind, figures: Figures, asset = 'BTC'): Promise<void> {
  await page
    .getByRole('group', { name: words('place.side'), exact: true })
    .getByRole('button', { name: words(`trades.${side}`) })
    .click();
  await page.getByRole('button', { name: words(`place.kind.${kind}`), exact: true }).click();
  const form = formOf(page, side, asset);
  for (const [name, figure] of Object.entries(figures)) await field(form, name as keyof Figures).fill(figure);
  const send = { name: words(`place.${side}`, { asset }), exact: true };
  await form.getByRole('button', send).click();
  const dialog = page.getByRole('dialog', { name: words(`place.confirm.${side}`, { market: `${asset}/USDT` }) });
  await dialog.getByRole('button', send).click();
}

/** Vertical positions, in pixels from the top of the window, of the chart's lines in the colour of `token`. */
export async function linesOnChart(page: Page, token: '--up' | '--down', market = 'BTC/USDT'): Promise<number[]> {
  const chart = page.getByRole('group', { name: words('chart.candles_of', { market }) });
  return chart.evaluate((element, name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    element.append(probe);
    const wanted = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
    probe.remove();
    const canvases = [...element.querySelectorAll('canvas')].sort((a, b) => b.width * b.height - a.width * a.height);
    const [canvas] = canvases;
    if (!canvas || canvas.width === 0) return [];
    // Read from a copy: reading the chart's own canvas would slow it down and log a browser warning.
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    // Overlays are drawn on a second canvas of the same size.
    for (const layer of canvases)
      if (layer.width === canvas.width && layer.height === canvas.height) context.drawImage(layer, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const { top, height } = canvas.getBoundingClientRect();
    const isWanted = (at: number) => wanted.every((part, index) => Math.abs(data[at + index] - part) < 6);
    return Array.from({ length: copy.height }, (_, row) => row)
      .filter((row) => {
        let count = 0;
        for (let column = 0; column < copy.width; column += 1)
          if (isWanted((row * copy.width + column) * 4)) count += 1;
        return count > copy.width * 0.3;
      })
      .map((row) => top + (row * height) / copy.height);
  }, token);
}
