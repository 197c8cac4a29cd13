/** Dollars from a bank transfer to a bank card: the user in one window, staff in two others. */
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import messageTexts from '../../../server/platform/messages/texts/en.json';
import { bankReferenceOf } from '../../../shared/products/wallet/rules/bank-reference';
import { HTML_LANG } from '../../../shared/wire/languages';
import serverTexts from '../../../shared/wire/messages/en.json';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person } from '../../tools/people/http-exchange';
import { destinationCode } from '../../tools/people/wallet';
import { startChromium } from '../support/chromium';
import { field, saysBelow } from '../support/form';
import { axeFindings, lookFindings } from '../support/inspect';
import { PROPOSED } from '../support/proposed';
import { eventually, soon } from '../support/soon';
import { showOn } from '../support/step';
import { submitIdentity } from '../support/submission';
import { BUILT_CLIENT } from '../support/trading-floor';
import { announced, openPage, openWindow, type Device, type Watch } from '../support/visit';
import { staffWords as says, words } from '../support/words';

const NAME = 'Ana Pérez';
const FUND_PASSWORD = 'horse-battery';
const CARD = '6222 0212 3456 7894';
const CARD_SHOWN = 'Second Bank · **** 7894 · Ana Pérez';
const OTHER_CARD = '4111 1111 1111 1111';
const MARKET = 'USDT-USD';
const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;
const BANK = {
  bankName: 'First Clearing Bank',
  accountName: 'Open Exchange Ltd',
  accountNumber: 'GB33 BUKB 2020 1555 5555 55',
  bankCode: 'BUKBGB22',
};

interface Window {
  page: Page;
  watch: Watch;
}

const act = (name: 'approve' | 'startPayout' | 'pay' | 'proposeRejection' | 'confirmRejection') =>
  says(`staff.withdrawal_act.${name}`);
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

describe('a bank', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let person: Person;
  let secret: string;
  let contexts: BrowserContext[] = [];
  let user: Window;
  let staff: Window;
  let other: Window;
  /** Imports the bank statement, and is neither of the two who approve credits and payouts. */
  let clerk: Window;
  /** Account protection is set up one day earlier, so that no security hold applies to withdrawals. */
  let ahead = -25 * HOUR_MS;
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    const env = { LIMIT_TICKET_HOURS_MAX: '100000' };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT, clock: now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second-admin');
    const third = await exchange.staff('admin', 'clerk');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
    const seller = await exchange.person('seller');
    await exchange.verifyAndFund(admin, seller, { USDT: '1000' });
    const offer = { market: MARKET, side: 'sell', kind: 'limit', price: '1', quantity: '1000' };
    await succeeded(exchange.post('/app/spot/place', { clientId: exchange.clientId(), ...offer }, seller.ticket));

    person = await exchange.person('ana');
    const proof = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await succeeded(exchange.post('/app/security/fundPassword/set', proof, person.ticket));
    const authenticator = '/app/security/authenticator';
    const way = { purpose: 'authenticator', channel: 'email' };
    await succeeded(exchange.post('/app/security/sendCode', way, person.ticket));
    const known = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(person.email) };
    ({ secret } = await succeeded(exchange.post(`${authenticator}/begin`, known, person.ticket)));
    await succeeded(exchange.post(`${authenticator}/bind`, { code: nextCode() }, person.ticket));
    ahead = 0;

    browser = await startChromium();
    user = await open(person);
    staff = await open(admin);
    other = await open(second);
    clerk = await open(third);
  });
  afterEach(() => {
    for (const window of [user, staff, other, clerk]) window?.watch.expectNothing();
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await exchange?.stop();
  });

  async function open({ ticket }: Person, device: Device = 'desktop'): Promise<Window> {
    const context = await openWindow(browser, { url: exchange.url, ticket, device });
    contexts = [...contexts, context];
    return openPage(context);
  }

  const show = ({ page, watch }: Window, path: string): Promise<void> => showOn(page, watch, path);

  /** Codes work once: the next one is valid half a minute later. */
  function nextCode(): string {
    ahead += STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });
  }

  async function succeeded(answer: Promise<Answer>): Promise<Json> {
    const { code, data } = await answer;
    if (code !== 'success') throw new Error(`${code} ${JSON.stringify(data)}`);
    return data;
  }

  /** Confirms the only pending proposal as the other member of staff. */
  async function confirmProposal(): Promise<void> {
    await show(other, '/admin/proposals');
    await button(other.page, says('staff.proposal.confirm')).click();
    await button(dialogOf(other.page), says('staff.proposal.confirm')).click();
    await announced(other.page, says('staff.proposal.confirm_done'));
  }

  const shown = ({ page }: Window, text: string | RegExp) => page.getByText(text).first().waitFor();
  const entry = (amount: string) => user.page.getByRole('listitem').filter({ hasText: `${amount} USD` });

  describe('bank card', () => {
    const mailed = () => destinationCode(exchange, person, (ms) => void (ahead += ms));
    async function fillCard(card: {
      bank?: string;
      number: string;
      name?: string;
      fund?: string;
      mailed?: string;
      code: string;
    }) {
      const dialog = dialogOf(user.page);
      await field(dialog, words('cards.bank')).fill(card.bank ?? 'Second Bank');
      await field(dialog, words('cards.number')).fill(card.number);
      await field(dialog, words('cards.name')).fill(card.name ?? NAME);
      await field(dialog, words('code.label')).fill(card.mailed ?? '000000');
      await field(dialog, words('security.menu.fund_password')).fill(card.fund ?? FUND_PASSWORD);
      await field(dialog, words('proof.second_factor')).fill(card.code);
      await button(dialog, words('cards.add')).click();
    }

    it('requires a verified name', async () => {
      await show(user, '/accountSet/bankCards');
      await shown(user, words('cards.verify_first'));
      await soon(
        () => button(user.page, words('cards.add')).isDisabled(),
        (now) => expect(now).toBe(true),
      );
      await submitIdentity(exchange, person, NAME);
      const verification = await eventually(async () => {
        const { data } = await exchange.post('/admin/verification/list', { userId: person.id }, admin.ticket);
        return data.records[0]?.verification ?? null;
      }, 'the submission is listed');
      await exchange.act(admin, '/verification/approve', { verification });
      await show(user, '/accountSet/bankCards');
      await button(user.page, words('cards.add')).click();
    });

    it('shows errors at each field', async () => {
      const dialog = dialogOf(user.page);
      const codes = serverTexts.code;
      await button(dialog, words('cards.add')).click();
      for (const name of ['cards.bank', 'cards.number', 'cards.name', 'proof.second_factor'] as const)
        await saysBelow(dialog, words(name), serverTexts.field.required);
      await fillCard({ number: '6222 0212 3456 7890', code: '000000' });
      await saysBelow(dialog, words('cards.number'), codes['card.number.invalid']);
      await fillCard({ number: CARD, name: 'Ana Perez Gomez', code: '000000' });
      await saysBelow(dialog, words('cards.name'), codes['card.name.mismatch']);
      await fillCard({ number: CARD, fund: 'another-word', code: '000000' });
      await saysBelow(dialog, words('security.menu.fund_password'), codes['fund.password.wrong']);
      await fillCard({ number: CARD, code: '000000' });
      await saysBelow(dialog, words('code.label'), codes['verification.code.error']);
      await fillCard({ number: CARD, mailed: await mailed(), code: '000000' });
      await saysBelow(dialog, words('proof.second_factor'), codes['google.code.wrong']);
      expect(await axeFindings(user.page)).toEqual([]);
    });

    it('is added once and removed', async () => {
      const dialog = dialogOf(user.page);
      await fillCard({ number: CARD, mailed: await mailed(), code: nextCode() });
      await dialog.waitFor({ state: 'hidden' });
      await shown(user, '**** 7894');
      await button(user.page, words('cards.add')).click();
      await fillCard({ number: CARD.replaceAll(' ', ''), mailed: await mailed(), code: nextCode() });
      await saysBelow(dialog, words('cards.number'), serverTexts.code['card.already.stored']);
      // The error is shown at the field only.
      expect(await user.page.getByText(serverTexts.code['card.already.stored']).count()).toBe(1);
      await fillCard({ bank: 'Third Bank', number: OTHER_CARD, mailed: await mailed(), code: nextCode() });
      await dialog.waitFor({ state: 'hidden' });
      await button(user.page, `${words('security.remove')}: Third Bank **** 1111`).click();
      await button(dialog, words('security.remove')).click();
      await dialog.waitFor({ state: 'hidden' });
      await user.page.getByText('Third Bank').first().waitFor({ state: 'hidden' });
      await shown(user, '**** 7894');
      await shown(user, /Usable from/);
      expect(await axeFindings(user.page)).toEqual([]);
      // Backdated: withdrawals to a card require that it was added a day before.
      const { sql } = exchange.application.exchange.database;
      await sql
        .updateTable('bankCards')
        .set({ createdAt: now() - 25 * HOUR_MS })
        .execute();
    });
  });

  describe('bank transfer', () => {
    it('is offered once staff have set the bank account', async () => {
      await show(user, '/accountSet/recharge?asset=USD');
      expect(await user.page.getByText(words('wallet.bank.reference_text')).count()).toBe(0);
      await show(staff, '/admin/limits');
      const panel = staff.page.getByRole('region', { name: says('staff.bank', { asset: 'USD' }) });
      await panel.getByText(says('staff.bank.none')).waitFor();
      await button(panel, says('staff.change')).click();
      const dialog = dialogOf(staff.page);
      for (const [name, text] of Object.entries(BANK))
        await field(dialog, says(`staff.bank.${name as keyof typeof BANK}`)).fill(text);
      await button(dialog, says('staff.save')).click();
      await announced(staff.page, PROPOSED);
      await panel.getByText(says('staff.bank.none')).waitFor();
      await confirmProposal();
      await show(staff, '/admin/limits');
      for (const text of Object.values(BANK)) await panel.getByText(text, { exact: true }).waitFor();
    });

    it('shows the account and the user’s own reference', async () => {
      await show(user, '/accountSet/messages');
      await button(user.page, words('messages.read_all')).click();
      await show(user, '/accountSet/recharge?asset=USD');
      await shown(user, bankReferenceOf(person.id));
      for (const text of Object.values(BANK)) await user.page.getByText(text, { exact: true }).waitFor();
      expect(await axeFindings(user.page)).toEqual([]);
    });

    it('credits nobody before it appears in the bank’s statement', async () => {
      await show(clerk, '/admin/recharges');
      await button(clerk.page, says('staff.statement.import')).click();
      const dialog = dialogOf(clerk.page);
      const lines = ['reference,amount,name', `FCB-2026-0815,30000,${NAME}`, `FCB-OUT-4711,-100,${NAME}`];
      await field(dialog, says('staff.statement.csv')).fill(lines.join('\n'));
      expect(await axeFindings(clerk.page)).toEqual([]);
      await button(dialog, says('staff.statement.import')).click();
      await announced(clerk.page, says('staff.statement.done'));
    });

    it('is credited by two of staff to the user of the reference, and to nobody if the reference has a typo', async () => {
      await show(staff, '/admin/recharges');
      await button(staff.page, says('staff.credit')).click();
      const dialog = dialogOf(staff.page);
      const reference = bankReferenceOf(person.id);
      const whose = field(dialog, says('staff.credit.whose'));
      await whose.fill(withSlip(reference));
      await field(dialog, says('staff.amount')).fill('30000');
      await field(dialog, says('staff.credit.reference')).fill('FCB-2026-0815');
      await button(dialog, says('staff.credit.confirm')).click();
      await saysBelow(dialog, says('staff.credit.whose'), says('staff.credit.whose_wrong'));
      await dialog.locator('[aria-invalid="true"]').waitFor();
      expect(await whose.getAttribute('aria-invalid')).toBe('true');
      expect(await axeFindings(staff.page)).toEqual([]);
      await whose.fill(reference);
      await dialog.getByText(says('staff.takes.two')).waitFor();
      await button(dialog, says('staff.credit.confirm')).click();
      await announced(staff.page, PROPOSED);
      await confirmProposal();
      await show(staff, '/admin/recharges');
      await staff.page.getByRole('row').filter({ hasText: '30,000.00 USD' }).first().waitFor();
    });

    it('updates the open page: list, message, record and legal-currency account', async () => {
      await entry('30,000.00').getByText(words('wallet.recharge_status.success')).waitFor();
      await user.page.getByRole('link', { name: words('messages.count_one', { count: '1' }) }).click();
      await user.page.getByRole('heading', { name: messageTexts.message['recharge.credited'].title }).waitFor();
      await shown(user, '30,000 USD has been credited to your account.');
      await show(user, '/accountSet/rechargeRecords');
      const row = user.page.getByRole('row').filter({ hasText: words('wallet.bank.transfer') });
      await row.getByText('FCB-2026-0815').waitFor();
      await show(user, '/accountSet/myassets');
      await user.page.getByRole('tab', { name: new RegExp(words('wallet.account.legal')) }).click();
      await user.page.getByRole('row').filter({ hasText: 'USD' }).getByText('30,000.00').first().waitFor();
    });

    it('moves on to the spot account, where it buys USDT', async () => {
      await show(user, '/accountSet/recharge?asset=USD');
      await user.page
        .getByRole('complementary', { name: words('wallet.heed') })
        .getByRole('link', { name: words('wallet.menu.transfer') })
        .click();
      await field(user.page, words('wallet.amount')).fill('500');
      await button(user.page.getByRole('main'), words('wallet.transfer.submit')).click();
      await announced(user.page, words('wallet.transfer.done'));
      await show(user, `/currencyTransaction?market=${MARKET}`);
      const buy = words('place.buy', { asset: 'USDT' });
      const form = user.page.getByRole('form', { name: buy, exact: true });
      await form.getByRole('textbox', { name: words('place.price') }).fill('1');
      await form.getByRole('textbox', { name: words('place.quantity') }).fill('200');
      await button(form, buy).click();
      await button(
        user.page.getByRole('dialog', { name: words('place.confirm.buy', { market: 'USDT/USD' }) }),
        buy,
      ).click();
      await user.page.getByRole('tab', { name: words('own.tab.fills') }).click();
      await user.page
        .getByRole('table', { name: words('own.tab.fills') })
        .getByRole('cell', { name: /^200/ })
        .first()
        .waitFor();
    });
  });

  /** Completes the form and its proofs; returns the withdrawal's number. */
  async function withdraw(amount: string): Promise<string> {
    await show(user, '/accountSet/withdrawal?asset=USD');
    await user.page.getByRole('combobox', { name: words('wallet.card') }).selectOption(CARD_SHOWN);
    await field(user.page, words('wallet.amount')).fill(amount);
    await button(user.page.getByRole('main'), words('wallet.withdrawal.submit')).click();
    const dialog = dialogOf(user.page);
    await dialog.getByText(CARD_SHOWN).waitFor();
    await field(dialog, words('proof.fund_password')).fill(FUND_PASSWORD);
    await field(dialog, words('proof.second_factor')).fill(nextCode());
    await button(dialog, words('wallet.withdrawal.send')).click();
    await dialog.waitFor({ state: 'hidden' });
    // The page reports success once it is durable; the list may lag and start with another entry.
    const { position: minPosition } = exchange.headOfJournal();
    const { records } = await succeeded(exchange.post('/app/withdraw/list', { minPosition }, person.ticket));
    return records[0].withdrawal;
  }

  type Queue = 'applied' | 'approved' | 'paying';
  async function queue(window: Window, status: Queue): Promise<void> {
    await show(window, `/admin/withdrawals?status=${status}`);
  }
  /** Opens an action of a withdrawal and fills in its fields. */
  async function confirm(
    { page }: Window,
    name: Parameters<typeof act>[0],
    id: string,
    entered = '',
    said: string | RegExp = says(`staff.withdrawal_done.${name}`),
  ): Promise<void> {
    await button(page, `${act(name)}: ${id}`).click();
    const dialog = dialogOf(page);
    if (name === 'proposeRejection') {
      await dialog.getByRole('combobox', { name: says('staff.reason') }).click();
      await page.getByRole('option', { name: serverTexts.staffReason.details_wrong }).click();
    }
    if (entered !== '') await dialog.getByRole('textbox').fill(entered);
    await button(dialog, act(name)).click();
    await announced(page, said);
    await dialog.waitFor({ state: 'hidden' });
  }

  describe('bank withdrawal', () => {
    it('requires fund password and authenticator', async () => {
      await show(user, '/accountSet/withdrawal?asset=USD');
      await button(user.page.getByRole('main'), words('wallet.withdrawal.submit')).click();
      await user.page.getByRole('main').getByText(serverTexts.field.required).first().waitFor();
      await user.page.getByRole('combobox', { name: words('wallet.card') }).selectOption(CARD_SHOWN);
      await field(user.page, words('wallet.amount')).fill('100');
      await button(user.page.getByRole('main'), words('wallet.withdrawal.submit')).click();
      const dialog = dialogOf(user.page);
      await field(dialog, words('proof.fund_password')).fill(FUND_PASSWORD);
      await field(dialog, words('proof.second_factor')).fill('000000');
      await button(dialog, words('wallet.withdrawal.send')).click();
      await saysBelow(dialog, words('proof.second_factor'), serverTexts.code['google.code.wrong']);
      expect(await axeFindings(user.page)).toEqual([]);
    });

    it('goes to the card through the hands of staff, and shows each status until it is paid', async () => {
      const id = await withdraw('100');
      await entry('100.00').getByText(words('wallet.withdrawal_status.applied')).first().waitFor();
      await queue(staff, 'applied');
      await confirm(staff, 'approve', id);
      await entry('100.00')
        .getByRole('button', { name: words('wallet.withdrawal.cancel') })
        .waitFor({ state: 'hidden' });
      await staff.page.getByRole('tab', { name: says('staff.withdrawal_status.approved') }).click();
      await confirm(staff, 'startPayout', id);
      await staff.page.getByRole('tab', { name: says('staff.withdrawal_status.paying') }).click();
      // The payer unmasks the full card number.
      await shown(staff, /Second Bank · \*\*\*\* 7894 · An\*\*\*/);
      await button(staff.page, `${says('staff.show')}: ${id}`).click();
      const dialog = dialogOf(staff.page);
      await dialog.getByRole('combobox', { name: says('staff.reason') }).click();
      await staff.page.getByRole('option', { name: serverTexts.staffReason.show_withdrawal }).click();
      await button(dialog, says('staff.show')).click();
      await shown(staff, new RegExp(CARD));
      await confirm(staff, 'pay', id, 'FCB-OUT-4711', PROPOSED);
      await confirmProposal();
      await entry('100.00').getByText(words('wallet.withdrawal_status.withdrawn')).waitFor();
      await user.page.getByRole('link', { name: new RegExp(words('messages.count_other', { count: '\\d+' })) }).click();
      await user.page.getByRole('heading', { name: messageTexts.message['withdrawal.paid'].title }).waitFor();
      await show(user, '/accountSet/withdrawalRecords');
      const row = user.page.getByRole('row').filter({ hasText: words('wallet.withdrawal_status.withdrawn') });
      for (const text of ['Second Bank', '**** 7894', 'FCB-OUT-4711']) await row.getByText(text).first().waitFor();
    });

    it('returns the amount after approval when two of staff state that nothing was sent', async () => {
      const id = await withdraw('200');
      const reason = 'The bank has closed this card.';
      await queue(staff, 'applied');
      await confirm(staff, 'approve', id);
      await queue(staff, 'approved');
      await confirm(staff, 'proposeRejection', id, reason);
      await shown(staff, says('staff.waits_for_another'));
      await button(staff.page, `${act('confirmRejection')}: ${id}`).waitFor({ state: 'detached' });
      await queue(other, 'approved');
      await shown(other, `#${admin.id}: ${serverTexts.staffReason.details_wrong} – ${reason}`);
      expect(await axeFindings(other.page)).toEqual([]);
      await confirm(other, 'confirmRejection', id);
      await entry('200.00').getByText(words('wallet.withdrawal_status.rejected')).waitFor();
      await entry('200.00').getByText(reason).waitFor();
      // 30,000 less 500 moved and 105 paid out.
      await user.page.getByText('29,395.00').first().waitFor();
    });

    it('needs two approvals above the threshold and tells the first one so', async () => {
      const id = await withdraw('15000');
      await queue(staff, 'applied');
      await confirm(staff, 'approve', id);
      await shown(staff, says('staff.waits_for_another'));
      await button(staff.page, `${act('approve')}: ${id}`).waitFor({ state: 'detached' });
      expect(await axeFindings(staff.page)).toEqual([]);
      await queue(other, 'applied');
      await confirm(other, 'approve', id);
      await queue(other, 'approved');
      await shown(other, `#${admin.id}, #${second.id}`);
    });
  });

  describe('alongside chains', () => {
    /** Mines blocks one by one; the exchange reads each before the next. */
    async function mine(blocks: number): Promise<void> {
      const { journal, progress, chainWork } = exchange.application.exchange;
      for (let block = 0; block < blocks; block += 1) {
        await progress.waitFor(journal.head().position, 10_000);
        await chainWork.mine();
      }
    }

    it("shows staff a chain's activity in words", async () => {
      await mine(5);
      const { chains, chainWork, database } = exchange.application.exchange;
      const chain = chains.find('ERC20') as SimulatedChain;
      const { height } = await chain.tip();
      await database.sql.deleteFrom('chainBlocks').where('chain', '=', 'ERC20').where('height', '<', height).execute();
      await chain.reorganise(4);
      await chainWork.poll();
      await show(staff, '/admin/recharges');
      const panel = staff.page.getByRole('region', { name: says('staff.chains') });
      await panel.getByText(says('staff.chain_alarm.reorganised_too_deep')).waitFor();
      await panel.getByText(says('staff.chain_alarm.blocks', { from: '0', to: String(height) })).waitFor();
      expect(await axeFindings(staff.page)).toEqual([]);
    });
  });

  it.each(['user', 'staff'] as const)('works on a phone as on a desktop, for %s', async (whom) => {
    const phone = await open(whom === 'user' ? person : admin, 'phone');
    const paths = {
      user: ['bankCards', 'recharge?asset=USD', 'withdrawal?asset=USD'].map((path) => `/accountSet/${path}`),
      staff: ['/admin/recharges', '/admin/withdrawals?status=approved'],
    }[whom];
    for (const path of paths) {
      await show(phone, path);
      const { page, watch } = phone;
      const findings = [...(await lookFindings(page, HTML_LANG.en)), ...(await axeFindings(page))];
      expect([path, ...findings, ...watch.take()]).toEqual([path]);
    }
  });
});

/** Replaces one digit of the user number. */
function withSlip(reference: string): string {
  return reference.replace(/\d(?=-)/, (digit) => String((Number(digit) + 1) % 10));
}
