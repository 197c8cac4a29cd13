/** Staff at the desk: a verification with photos, a withdrawal by two, and access limits. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import optionTexts from '../../../client/src/products/option/texts/en.json';
import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
import letters from '../../../server/platform/messages/texts/en.json';
import { HTML_LANG } from '../../../shared/wire/languages';
import messages from '../../../shared/wire/messages/en.json';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import { expectSuccess, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { openContractFloor, TRADING_CONTRACTS, type ContractFloor } from '../support/contract-floor';
import { confirm, pick, press, reveal, setStaffWait, withdrawMuch, type Key } from '../support/desk';
import { DESK_SCREENS } from '../support/desk-screens';
import { axeFindings, lookFindings } from '../support/inspect';
import { soon } from '../support/soon';
import { PROPOSED } from '../support/proposed';
import { showOn, stepTo } from '../support/step';
import { PHOTOS, submitIdentity } from '../support/submission';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { announced, load, openPage, openWindow, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { contractWords, staffWords as says, words } from '../support/words';

const DAY_MS = 86_400_000;
const WIDE = { width: 1366, height: 768 };

describe('desk of staff', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contracts: ContractFloor;
  let second: Person;
  let visits: Visits;

  beforeAll(async () => {
    // Started one after the other, so that a failed start still ends everything that had started.
    floor = await openTradingFloor();
    contracts = await openContractFloor(floor);
    second = await floor.exchange.staff('admin', 'second-admin');
    // Gives the journal screen an answer to show.
    await expectSuccess(floor.exchange.post('/audit/journal/ask', { ask: 'trial' }, floor.admin.ticket));
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    contracts?.stop();
    await browser?.close();
    await floor?.exchange.stop();
  });

  const visit: Visits['visit'] = (path, guest) => visits.visit(path, guest);
  /** Confirms the only pending proposal. */
  async function confirmedBy({ ticket }: Person): Promise<Awaited<ReturnType<typeof visit>>> {
    const other = await visit('/admin/proposals', { ticket });
    await press(other.page, says('staff.proposal.confirm'));
    await confirm(other.page, says('staff.proposal.confirm'));
    await announced(other.page, says('staff.proposal.confirm_done'));
    return other;
  }

  const standing = async ({ ticket }: Person) =>
    (await floor.exchange.get('/app/account/getUserInfo', ticket)).data.verification;

  async function submitted(name: string): Promise<Person> {
    const person = await floor.exchange.person(name);
    await submitIdentity(floor.exchange, person, 'Ana Pérez');
    return person;
  }

  const waitFor = (waitMs: number) => setStaffWait(floor.exchange, waitMs);
  const withdrawn = () => withdrawMuch(floor);

  it('is linked from the panel of staff only', async () => {
    const { page, watch } = await visit('/quotation', { ticket: floor.admin.ticket });
    await page.getByRole('banner').locator('[aria-controls="user-panel"]').click();
    await page.getByRole('link', { name: words('menu.desk') }).click();
    await page.getByRole('heading', { level: 1, name: says('staff.section.overview') }).waitFor();
    watch.expectNothing();

    const trader = await visit('/admin', { ticket: floor.trader.ticket });
    await trader.page.getByRole('heading', { level: 1, name: words('not_found.title') }).waitFor();
    await trader.page.getByRole('banner').locator('[aria-controls="user-panel"]').click();
    await trader.page.getByRole('button', { name: words('menu.logout'), exact: true }).waitFor();
    expect(await trader.page.getByRole('link', { name: words('menu.desk') }).count()).toBe(0);
    trader.watch.expectNothing();
  });

  it('shows a submission with its photos and approves it', async () => {
    const person = await submitted('ana');
    const { page, watch } = await visit('/admin/verifications', { ticket: floor.admin.ticket });
    await page.getByRole('link', { name: new RegExp(`^${says('staff.review')}: \\d+$`) }).click();
    await page.getByText('An***').first().waitFor();
    await page.getByText(says('staff.show.photos', { count: String(PHOTOS.length) })).waitFor();
    expect(await page.getByRole('img', { name: says('staff.photo.front') }).count()).toBe(0);
    await reveal(page, new RegExp('^' + says('staff.review.title', { id: '\\d+' })), 'show_verification');
    await page.getByText('Ana Pérez').first().waitFor();
    for (const kind of PHOTOS) {
      const title = says(`staff.photo.${kind}`);
      const picture = page.getByRole('img', { name: title });
      await picture.waitFor();
      expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(
        640,
      );
    }
    await press(page, says('staff.photo.open', { title: says('staff.photo.front') }));
    const zoomed = page.getByRole('dialog', { name: says('staff.photo.front') });
    const width = () => zoomed.getByRole('img').evaluate((image) => image.getBoundingClientRect().width);
    const before = await width();
    await press(page, says('staff.photo.larger'));
    await soon(width, (now) => expect(now).toBeGreaterThan(before));
    await page.keyboard.press('Escape');
    await zoomed.waitFor({ state: 'hidden' });

    expect(await axeFindings(page)).toEqual([]);
    await press(page, says('staff.approve'));
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await confirm(page, says('staff.approve'));
    await announced(page, says('staff.review.approve.done'));
    await page.getByRole('main').getByText(says('staff.verification_state.certified')).first().waitFor();
    await soon(
      () => standing(person),
      (now) => expect(now).toBe('certified'),
    );
    watch.expectNothing();
  });

  it('requires a reason to reject a submission', async () => {
    const person = await submitted('eva');
    const { page, watch } = await visit('/admin/verifications', { ticket: floor.admin.ticket });
    await page
      .getByRole('link', { name: new RegExp(`^${says('staff.review')}: \\d+$`) })
      .first()
      .click();
    await press(page, says('staff.reject'));
    await confirm(page, says('staff.reject'));
    await page.getByRole('dialog').locator('[role="combobox"][aria-invalid="true"]').waitFor();
    await pick(page, 'document_blurred');
    await page.getByRole('textbox', { name: says('staff.reason_added') }).fill('The back is not legible.');
    await confirm(page, says('staff.reject'));
    await announced(page, says('staff.review.reject.done'));
    await soon(
      () => standing(person),
      (now) => expect(now).toBe('failed'),
    );
    watch.expectNothing();
  });

  it('needs two approvals above the threshold, shows the first approver, and starts the payout', async () => {
    const id = await withdrawn();
    const act = (name: 'approve' | 'startPayout' | 'pay') => says(`staff.withdrawal_act.${name}`);
    const first = await visit('/admin/withdrawals', { ticket: floor.admin.ticket });
    await press(first.page, `${act('approve')}: ${id}`);
    await confirm(first.page, act('approve'));
    await announced(first.page, says('staff.withdrawal_done.approve'));
    await first.page.getByText(says('staff.waits_for_another')).waitFor();
    await first.page.getByRole('button', { name: `${act('approve')}: ${id}` }).waitFor({ state: 'detached' });

    const other = await visit('/admin/withdrawals', { ticket: second.ticket });
    await other.page.getByText('***9EE7 (ERC20)').first().waitFor();
    await reveal(other.page, new RegExp(`${id}$`), 'show_withdrawal');
    await other.page.getByText('0x52908400098527886E0F7030069857D2E4169EE7 (ERC20)').waitFor();
    await other.page.getByRole('cell', { name: `1 of 2 (#${floor.admin.id})`, exact: true }).waitFor();
    await press(other.page, `${act('approve')}: ${id}`);
    await confirm(other.page, act('approve'));
    await announced(other.page, says('staff.withdrawal_done.approve'));

    await other.page.getByRole('tab', { name: says('staff.withdrawal_status.approved') }).click();
    await press(other.page, `${act('startPayout')}: ${id}`);
    await confirm(other.page, act('startPayout'));
    await announced(other.page, says('staff.withdrawal_done.startPayout'));
    const { position: minPosition } = floor.exchange.headOfJournal();
    const paying = { status: 'paying', minPosition };
    const { data } = await floor.exchange.post('/admin/withdraw/list', paying, second.ticket);
    expect(data.records).toMatchObject([{ withdrawal: id, approvals: [floor.admin.id, second.id] }]);
    for (const { watch } of [first, other]) watch.expectNothing();
  });

  it.each(['desktop', 'phone'] as const)(
    'unmasks a user for a reason, masks again, and records that in the log and to the user, on the %s',
    async (device) => {
      const { exchange, admin } = floor;
      const person = await exchange.person(`shown-${device}`);
      const masked = `sh***@test.example`;
      const { page, watch } = await visits.visitAlone('/admin/users', { ticket: admin.ticket, device });
      await page.getByRole('searchbox', { name: says('staff.users.search') }).fill(person.email);
      await press(page, says('staff.search'));
      await page.getByRole('link', { name: `${says('staff.details')}: #${person.id}` }).click();
      const title = says('staff.user.title', { id: String(person.id) });
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByText(masked).first().waitFor();
      expect(await page.getByText(person.email).count()).toBe(0);

      await reveal(page, new RegExp(title), 'show_support');
      await page.getByText(person.email).waitFor();
      const hide = page.getByRole('button', { name: `${says('staff.show.hide')}: ${title}` });
      expect(Number(/\d+/.exec((await hide.textContent()) ?? '')?.[0])).toBeGreaterThan(0);
      expect(await axeFindings(page)).toEqual([]);
      await hide.click();
      await page.getByText(person.email).waitFor({ state: 'hidden' });

      // Unmasked data disappears when the page is left, and after its time limit.
      await reveal(page, new RegExp(title), 'show_support');
      await page.getByText(person.email).waitFor();
      const own = page.viewportSize() ?? WIDE;
      // On a phone a log row shows the action first; the other fields are collapsed.
      await page.setViewportSize(WIDE);
      await page.goto('/admin/log');
      const row = page
        .getByRole('row')
        .filter({ hasText: 'admin/user/person' })
        .filter({ hasText: `#${person.id}` })
        .first();
      await row.getByText(messages.staffReason.show_support).waitFor();
      expect(await page.getByText(person.email).count()).toBe(0);
      await page.setViewportSize(own);
      await page.goBack();
      await page.getByText(masked).first().waitFor();
      expect(await page.getByText(person.email).count()).toBe(0);
      await page.clock.install();
      await reveal(page, new RegExp(title), 'show_security');
      await page.getByText(person.email).waitFor();
      await page.clock.fastForward(61_000);
      await page.getByText(person.email).waitFor({ state: 'hidden' });
      watch.expectNothing();

      const response = await fetch(`${exchange.url}/exchange/app/personal/export`, {
        method: 'POST',
        headers: { ticket: person.ticket, 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSWORD }),
      });
      const { tables } = JSON.parse(await response.text());
      expect(tables.staff_log.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
        ...['show_security', 'show_support', 'show_support'],
      ]);
    },
  );

  it('refuses to advance a withdrawal of a frozen account, with the reason', async () => {
    const { exchange, admin, trader } = floor;
    const id = await withdrawn();
    const act = (name: 'approve' | 'reject') => says(`staff.withdrawal_act.${name}`);
    const early = await visit('/admin/withdrawals', { ticket: second.ticket });
    await press(early.page, `${act('approve')}: ${id}`);
    const freezing = await visit(`/admin/users/${trader.id}`, { ticket: admin.ticket });
    await press(freezing.page, says('staff.freeze'));
    const dialog = freezing.page.getByRole('dialog');
    await dialog.getByText(says('staff.freeze.consequence')).waitFor();
    await pick(freezing.page, 'security_risk');
    await confirm(freezing.page, says('staff.freeze'));
    await announced(freezing.page, says('staff.freeze.done'));

    // A list loaded earlier gets the exchange's refusal; a fresh list shows the reason itself.
    await confirm(early.page, act('approve'));
    await early.page.getByRole('dialog').getByText(messages.code['account.frozen']).waitFor();
    const { page, watch } = await visit('/admin/withdrawals', { ticket: second.ticket });
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `${act('reject')}: ${id}` }) });
    await row.getByText(says('staff.withdrawal.owner_frozen')).waitFor();
    expect(await row.getByRole('button', { name: `${act('approve')}: ${id}` }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await exchange.act(admin, '/account/unfreeze', { userId: trader.id, reason: 'was not' });
    for (const one of [freezing.watch, watch]) one.expectNothing();
  });

  it('freezes an amount in its account; two of staff release it, each step with a reason', async () => {
    const { id } = floor.trader;
    const { page, watch } = await visit(`/admin/users/${id}`, { ticket: floor.admin.ticket });
    const act = async (
      name: Key,
      fields: Partial<Record<Key, string>>,
      said: string | RegExp = says(`${name}.done` as Key),
    ) => {
      const dialog = page.getByRole('dialog');
      for (const [field, text] of Object.entries(fields)) {
        await dialog.getByRole('textbox', { name: says(field as Key) }).fill(text);
      }
      await confirm(page, says(name));
      await announced(page, said);
    };
    const funds = page.getByRole('region', { name: says('staff.funds') });
    await press(page, `${says('staff.funds.freeze')}: ${says('staff.account.spot')} USDT`);
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await act('staff.funds.freeze', { 'staff.amount': '12.5', 'staff.reason': 'Claim 17' });
    await funds.getByText('Claim 17').waitFor();
    const listed = async () => {
      const { data } = await floor.exchange.post('/audit/funds/list', { userId: id }, floor.admin.ticket);
      return data.records;
    };
    await soon(listed, (now) =>
      expect(now).toMatchObject([{ account: 'spot', asset: 'USDT', amount: '12.5', reason: 'Claim 17' }]),
    );

    await press(page, `${says('staff.funds.release')}: 12.5 USDT`);
    await act('staff.funds.release', { 'staff.funds.release_reason': 'Dropped' }, PROPOSED);
    expect(await listed()).toMatchObject([{ releasedBy: null }]);
    const other = await confirmedBy(second);
    await page.reload();
    await funds.getByText(says('staff.funds.none.frozen')).waitFor();
    await soon(listed, (now) => expect(now).toMatchObject([{ releasedBy: floor.admin.id, releaseReason: 'Dropped' }]));
    for (const one of [watch, other.watch]) one.expectNothing();
  });

  it('locks a position for an hour by one of staff, visible to its owner; two of staff unlock it', async () => {
    const { admin, maker, trader } = floor;
    await contracts.open(maker, { act: 'open', position: 'short', quantity: '0.1', price: '50000' });
    await contracts.open(trader, { act: 'open', position: 'long', quantity: '0.1' });
    const owner = await visit(TRADING_CONTRACTS, { ticket: trader.ticket });
    const held = owner.page.getByRole('table', { name: contractWords('positions.tab.positions') });
    const close = held.getByRole('button', { name: contractWords('positions.act.close'), exact: true });
    await close.waitFor();
    const lock = (way: 'lock' | 'unlock') => says(`staff.lock.${way}`);
    const act = async ({ page }: { page: Page }, way: 'lock' | 'unlock', said: string | RegExp) => {
      const panel = page.getByRole('region', { name: says('staff.positions') });
      await panel.getByRole('button', { name: new RegExp(`^${lock(way)}: #`) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(says(`staff.lock.consequence.${way}`)).waitFor();
      await dialog.getByText(says(way === 'lock' ? 'staff.takes.now' : 'staff.takes.two')).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      if (way === 'lock') await pick(page, 'authority_order');
      else await dialog.getByRole('textbox', { name: says('staff.reason') }).fill('Claim 17');
      await confirm(page, lock(way));
      await announced(page, said);
    };

    const first = await visit(`/admin/users/${trader.id}`, { ticket: admin.ticket });
    await act(first, 'lock', says('staff.lock.done.lock'));
    await held.getByText(contractWords('positions.locked')).waitFor();
    await soon(
      () => close.isDisabled(),
      (now) => expect(now).toBe(true),
    );
    // The owner finds the notice on any screen.
    await owner.page.getByRole('button', { name: new RegExp(`^${words('own.notices.title')}`) }).click();
    const notices = owner.page.getByRole('region', { name: words('own.notices.title') });
    await notices.getByText(letters.message['position.locked'].title).waitFor();
    await owner.page.keyboard.press('Escape');

    await act(first, 'unlock', PROPOSED);
    const other = await confirmedBy(second);
    await held.getByText(contractWords('positions.locked')).waitFor({ state: 'hidden' });
    await soon(
      () => close.isEnabled(),
      (now) => expect(now).toBe(true),
    );
    for (const { watch } of [owner, first, other]) watch.expectNothing();
  });

  it('opens the sale of second contracts once two of staff agree on terms', async () => {
    const { exchange, admin } = floor;
    const index = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 5_000, staleMs: 10_000, sourcesMin: 2 };
    await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
    const option = (key: keyof typeof optionTexts) => optionTexts[key];
    const first = await visit('/admin/options', { ticket: admin.ticket });
    await press(first.page, option('staff.option.new'));
    const dialog = first.page.getByRole('dialog');
    const wish = {
      ...{ 'staff.option.index': 'BTC-USDT', 'staff.option.asset': 'USDT', 'option.caps.minimum': '10' },
      ...{ 'option.caps.maximum': '500', 'staff.option.user': '1000', 'staff.option.levels': '0' },
      ...{ 'option.caps.side': '5000', 'option.caps.total': '8000', 'staff.option.seconds': '60' },
      ...{ 'staff.option.payout': '80' },
    } as const;
    for (const key of Object.keys(wish) as (keyof typeof wish)[]) {
      await dialog.getByLabel(option(key), { exact: true }).fill(wish[key]);
    }
    await dialog.getByRole('textbox', { name: says('staff.reason') }).fill('offered');
    expect(await axeFindings(first.page)).toEqual([]);
    await confirm(first.page, option('staff.option.propose'));
    await announced(first.page, PROPOSED);
    const other = await confirmedBy(second);

    await first.page.reload();
    await press(first.page, option('staff.option.on'));
    await dialog.getByRole('textbox', { name: says('staff.reason') }).fill('begins');
    await confirm(first.page, option('staff.option.on'));
    await announced(first.page, PROPOSED);
    await press(other.page, says('staff.proposal.confirm'));
    await confirm(other.page, says('staff.proposal.confirm'));
    await announced(other.page, says('staff.proposal.confirm_done'));
    await first.page.reload();
    await first.page.getByRole('button', { name: option('staff.option.off'), exact: true }).waitFor();
    const sold = async () => (await exchange.get('/app/option/products')).data.products;
    await soon(sold, (now) => expect(now).toMatchObject([{ symbol: 'BTC-USDT', state: 'open', userMax: '1000' }]));
    for (const { watch } of [first, other]) watch.expectNothing();
  });

  it('shows a change proposed by one and confirmed by another, and when it takes effect', async () => {
    const { exchange, admin, trader } = floor;
    const helper = await exchange.person('helper');
    await waitFor(DAY_MS);
    const first = await visit('/admin/staff', { ticket: admin.ticket });
    const propose = async (verb: string, fields: Partial<Record<Key, string>>, send = says('staff.save')) => {
      await press(first.page, verb);
      const dialog = first.page.getByRole('dialog');
      await dialog.getByText(says('staff.takes.wait', { time: '24 h' })).waitFor();
      for (const [field, text] of Object.entries(fields)) await dialog.getByLabel(says(field as Key)).fill(text);
      if ('staff.user.id' in fields) await dialog.getByRole('checkbox', { name: says('staff.right.content') }).check();
      expect(await axeFindings(first.page)).toEqual([]);
      await confirm(first.page, send);
      await announced(first.page, PROPOSED);
    };
    const role = { 'staff.user.id': String(helper.id), 'staff.reason': 'Reads feedback' };
    await propose(says('staff.member.add'), role);
    await showOn(first.page, first.watch, `/admin/users/${trader.id}`);
    const level = says('staff.fee_tier.change');
    await propose(level, { 'staff.fee_tier.floor': '1' }, level);
    await showOn(first.page, first.watch, '/admin/settings');
    const line = says('staff.setting_name.custom_line');
    await propose(`${says('staff.change')}: ${line}`, { 'staff.setting.value': '@thief' });

    await showOn(first.page, first.watch, '/admin/proposals');
    const listed = ({ page }: { page: Page }) =>
      page.getByRole('region', { name: says('staff.section.proposals') }).getByRole('listitem');
    await listed(first).nth(2).waitFor();
    expect(await first.page.getByText(says('staff.proposal.own')).count()).toBe(3);
    expect(await first.page.getByRole('button', { name: says('staff.proposal.confirm') }).count()).toBe(0);

    const other = await visit('/admin/proposals', { ticket: second.ticket });
    const item = (act: Key) => listed(other).filter({ hasText: says(act) });
    const naming = item('staff.proposal.act.SetStaff');
    await naming.getByText(`${says('staff.role.user')} → ${says('staff.role.admin')}`).waitFor();
    await naming.getByRole('button', { name: says('staff.proposal.confirm') }).click();
    await other.page.getByRole('dialog').getByText('It takes effect').waitFor();
    expect(await axeFindings(other.page)).toEqual([]);
    await confirm(other.page, says('staff.proposal.confirm'));
    await announced(other.page, says('staff.proposal.confirm_done'));
    await naming.getByText(`Confirmed by #${second.id}; takes effect`).waitFor();
    await item('staff.proposal.act.SetDeskSetting')
      .getByRole('button', { name: says('staff.proposal.decline') })
      .click();
    await other.page.getByRole('dialog').getByRole('textbox').fill('Not our line');
    await confirm(other.page, says('staff.proposal.decline'));
    await announced(other.page, says('staff.proposal.decline_done'));
    await item('staff.proposal.act.SetDeskSetting').waitFor({ state: 'hidden' });
    await soon(
      () => listed(other).count(),
      (now) => expect(now).toBe(2),
    );

    // New staff wait a day before they take effect; until then the proposer may withdraw the proposal.
    expect((await exchange.get('/audit/staff/own', helper.ticket)).code).toBe('permission.denied');
    await first.page.reload();
    await listed(first).getByText(`Confirmed by #${second.id}; takes effect`).waitFor();
    await waitFor(0);
    for (const { watch } of [first, other]) watch.expectNothing();
  });

  it('shows staff without rights neither sections nor data', async () => {
    const limited = await floor.exchange.staff('admin', 'limited-admin');
    const request = { userId: limited.id, rights: ['content'], reason: 'reads feedback' };
    const asking = floor.exchange.post('/admin/staff/setRights', request, floor.admin.ticket);
    const { code } = await floor.exchange.withApproval(asking);
    expect(code).toBe('success');

    const { page, watch } = await visit('/admin/withdrawals', { ticket: limited.ticket });
    await page.getByText(says('staff.no_section')).waitFor();
    const menu = page.getByRole('navigation', { name: says('staff.title') });
    const names = ['overview', 'feedback', 'content', 'banners', 'proposals'] as const;
    await soon(
      () => menu.getByRole('link').allTextContents(),
      (now) => expect(now).toEqual([...names.map((name) => says(`staff.section.${name}`)), says('staff.help')]),
    );
    expect(await page.getByText('0x52908400098527886E0F7030069857D2E4169EE7').count()).toBe(0);
    // No request was sent that had to be refused.
    watch.expectNothing();
    const asked = await floor.exchange.post('/admin/withdraw/list', {}, limited.ticket);
    expect(asked.code).toBe('permission.denied');
  });

  describe.each(['desktop', 'phone'] as const)('on the %s', (device) => {
    // One page for all screens, so that files load once.
    let context: BrowserContext;
    let opened: { page: Page; watch: Watch };
    beforeAll(async () => {
      context = await openWindow(browser, { url: floor.exchange.url, ticket: floor.admin.ticket, device });
      opened = await openPage(context);
    });
    afterAll(() => context?.close());

    it.each(DESK_SCREENS)('%s has no findings', async (path) => {
      const { page, watch } = opened;
      // The desktop loads each screen by itself; the phone navigates from one to the next.
      const go = device === 'desktop' || page.url() === 'about:blank' ? load : stepTo;
      await go(page, watch, path.replace(':trader', String(floor.trader.id)));
      expect([...watch.take(), ...(await lookFindings(page, HTML_LANG.en)), ...(await axeFindings(page))]).toEqual([]);
    });
  });

  it('has a text for every right', () => {
    expect(STAFF_RIGHTS.filter((right) => !(`staff.right.${right}` in staffTexts))).toEqual([]);
  });
});
