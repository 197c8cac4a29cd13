/** Helpers for the desk: buttons, reasons, masked data and waiting times. */
import type { Page } from 'playwright-core';
import type staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
import messages from '../../../shared/wire/messages/en.json';
import type { HttpExchange } from '../../tools/people/http-exchange';
import { axeFindings } from './inspect';
import type { TradingFloor } from './trading-floor';
import { staffWords as says } from './words';

/** Name of a text of the desk. */
export type Key = keyof typeof staffTexts;

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Presses a button of the open dialog. */
export const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Picks a catalogue reason in the open dialog. */
export async function pick(page: Page, reason: keyof typeof messages.staffReason): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: says('staff.reason') })
    .click();
  await page.getByRole('option', { name: messages.staffReason[reason] }).click();
}

/** Unmasks a record for a reason. */
export async function reveal(page: Page, record: RegExp, reason: keyof typeof messages.staffReason): Promise<void> {
  const name = new RegExp(`^${says('staff.show')}: ${record.source.replace(/^\^/, '')}`);
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // No field is preselected.
  await dialog.getByRole('button', { name: says('staff.show'), exact: true }).click();
  await dialog.locator('[role="combobox"][aria-invalid="true"]').waitFor();
  await pick(page, reason);
  await dialog.getByRole('button', { name: says('staff.show'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Sets the delay between confirmation and effect. */
export async function setStaffWait({ application }: HttpExchange, waitMs: number): Promise<void> {
  const { engine, config } = application.exchange;
  const command = { type: 'TellStaffRules', ...config.staffRules, waitMs } as const;
  const outcome = await engine.submit({ actor: 'registrar', command });
  if ('rejected' in outcome) throw new Error(`rules of staff: ${outcome.rejected}`);
}

/** A withdrawal above the limit of a single approver; submitted to the engine, like the floor's own. */
export async function withdrawMuch({ exchange, trader, admin }: TradingFloor): Promise<string> {
  const destination = { chain: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const user = trader.id;
  const command = { type: 'ApplyWithdrawal', user, asset: 'USDT', amount: 2_000_000_000_000n, ...destination } as const;
  const outcome = await exchange.application.exchange.engine.submit({ actor: `user/${user}`, command });
  if ('rejected' in outcome) throw new Error(`withdrawal: ${outcome.rejected}`);
  const since = { minPosition: outcome.position };
  const { data } = await exchange.post('/admin/withdraw/list', since, admin.ticket);
  return data.records[0].withdrawal;
}
