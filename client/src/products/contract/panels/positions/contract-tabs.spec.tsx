import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { never, refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import type {
  ContractMark,
  ContractOrderState,
  ContractPositions,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../../../shared/products/perpetual/stream';
import { balancesSlice } from '../../../../entities/balance/balance-slice';
import { marksSlice } from '../../../../entities/contract/marks';
import { positionsSlice } from '../../../../entities/contract/positions';
import { marketsEndpoint } from '../../../../entities/market/market-api';
import { marketSlice } from '../../../../entities/market/market-slice';
import { sessionApi } from '../../../../entities/session/session-api';
import { chooseLanguage, needTexts, startLanguage } from '../../../../shared/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../shared/i18n/part-texts';
import { interestSlice } from '../../../../shared/stream/interest';
import { selectToasts } from '../../../../shared/toasts/toasts-slice';
import { feeTiers } from '../../../../testing/fee-tiers';
import { choose as take } from '../../../../testing/choose';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import { ContractTabs } from './contract-tabs';

const ETHER = { ...PERPETUAL, name: 'ETH-USDT-PERP', label: 'ETH/USDT perpetual', base: 'ETH' };
const PLACE = '/exchange/app/contract/place';
const RESULTS = '/exchange/app/contract/results';
const CLOSE_ALL = '/exchange/app/contract/closeAll';
const REVERSE = '/exchange/app/contract/reverse';
const STOP = '/exchange/app/contract/placeStop';
const AMEND_STOP = '/exchange/app/contract/amendStop';
const stopPlaced = () => success({ position: 9, repeated: false, stop: '3' });

/** Half a bitcoin long at 60,000, twentyfold. */
const long = (of: Partial<PositionState> = {}): PositionState => ({
  ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 1, ...of },
});
const stop = (of: Partial<StopState> = {}): StopState => ({
  ...{ id: '4', market: PERPETUAL.name, position: 'long', contract: '1', kind: 'take_profit', triggerBy: 'mark' },
  ...{ trigger: '65000', callback: null, callbackRate: null, extreme: null },
  ...{ price: null, quantity: null, phase: 'waiting', reason: null, ...of },
});

const order = (of: Partial<ContractOrderState> = {}): ContractOrderState => ({
  ...{ id: '9', clientId: null, market: PERPETUAL.name, side: 'sell', position: 'long', act: 'close', kind: 'limit' },
  ...{ timeInForce: 'gtc', price: '62000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null },
  ...{
    quantity: '0.5',
    filledQuantity: '0',
    filledValue: '0',
    against: '0',
    held: '0',
    leverage: 20,
    mode: 'isolated',
  },
  ...{ phase: 'resting', reason: null, at: 1, ...of },
});

const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/product/indexList': () => pageOf(PERPETUAL, ETHER),
  '/exchange/app/product/feeTiers': () => success(feeTiers()),
  '/exchange/app/spot/tickers': () => success([]),
  [PLACE]: () => success({ position: 9, repeated: false, order: '1' }),
  [RESULTS]: () => success([]),
};

beforeAll(async () => {
  await startLanguage();
  await needTexts(CONTRACT_TEXTS);
});
beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});

interface Shown {
  isLogin?: boolean;
  account?: Partial<ContractPositions>;
  answers?: Parameters<typeof stubNetwork>[0];
}

async function show({ isLogin = true, account = {}, answers = {} }: Shown = {}) {
  const asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, marks: marksSlice.reducer, positions: positionsSlice.reducer },
    ...{ market: marketSlice.reducer, interest: interestSlice.reducer },
  });
  await store.dispatch(marketsEndpoint.initiate());
  if (isLogin) {
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    const snapshot = { position: 5, positions: [], stops: [], orders: [], settings: [], ...account };
    store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  }
  const tell = (mark: string, position: number, more: Partial<ContractMark> = {}) => {
    const snapshot = {
      ...{ market: PERPETUAL.name, position, mark, index: mark, p1: null, p2: null, at: 0, isStale: false },
      ...{ closeOnlyUntil: null, fundingRate: '0.0001', lastFundingRate: '0', nextFundingAt: null },
      ...{ openInterest: '1', asOf: 0, ...more },
    };
    store.dispatch(marksSlice.snapshotReceived({ snapshot, at: 0 }));
  };
  tell('61000', 1);
  await showPage(store, <ContractTabs market={PERPETUAL} />, `/contractTransaction?market=${PERPETUAL.name}`);
  return {
    asked,
    moveTo: async (mark: string, more: Partial<ContractMark> = {}) => {
      act(() => tell(mark, 2, more));
      await settle();
    },
    happens: (from: number, change: Partial<ContractUpdate>) =>
      act(async () => {
        const nothing = { positions: [], stops: [], orders: [], settings: [] };
        const updates = [{ position: from + 1, at: 1, ...nothing, ...change }];
        store.dispatch(positionsSlice.pushReceived({ push: { from, to: from + 1, at: 1, updates }, at: 1 }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }),
    toasts: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
  };
}

const sent = (asked: readonly Asked[], path: string) =>
  asked
    .filter((one) => one.path === path)
    .map(({ body }) => {
      const { clientId: _, ...wish } = JSON.parse(body) as Record<string, unknown>;
      return wish;
    });
const tab = async (name: string) => {
  fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
  await settle();
};
const enter = async (name: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name, hidden: true });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  await settle();
};
const choose = async (label: string, option: string) => {
  take(screen.getByRole('combobox', { name: new RegExp(label), hidden: true }), option);
  await settle();
};
/** The one at this place of those that may be. */
const amend = async (place: number) => {
  fireEvent.click(screen.getAllByRole('button', { name: 'Amend', hidden: true })[place]);
  await settle();
};
const panel = () => screen.getByRole('tabpanel').textContent;

describe('the panel of contracts', () => {
  it('asks visitors to log in and asks nothing for them', async () => {
    const { asked } = await show({ isLogin: false });
    expect(panel()).toContain('Log in');
    await tab('Closed positions');
    expect(panel()).toContain('Log in');
    expect(asked.filter(({ path }) => path.includes('/contract/'))).toEqual([]);
  });

  it('moves a position with its mark, to the cent', async () => {
    const { moveTo } = await show({ account: { positions: [long()], stops: [stop()] } });
    expect(panel()).toContain('+500.00 USDT');
    expect(panel()).toContain('57,229.0');
    expect(panel()).toContain('65,000.0');
    await moveTo('59000');
    expect(panel()).toContain('-500.00 USDT');
  });

  it('tells what a position has brought for good and how near deleveraging is, and asks anew when something happened to it', async () => {
    const result = {
      ...{ contract: '1', market: PERPETUAL.name, profit: '20', fees: '5', funding: '-3', insurance: '0' },
      ...{ result: '12', adl: 4 },
    };
    const { asked, happens } = await show({
      account: { positions: [long()] },
      answers: {
        [RESULTS]: ({ path }) =>
          success([path.endsWith('minPosition=5') ? result : { ...result, result: '-1', adl: null }]),
      },
    });
    expect(panel()).toContain('+12.00 USDT');
    expect(panel()).toContain('Funding -3.00');
    expect(screen.getByRole('img', { name: 'Auto-deleveraging: 4 of 5' }).querySelectorAll('[data-lit]')).toHaveLength(
      4,
    );
    await happens(5, { positions: [long({ quantity: '0.4', lots: 400, cost: '24000' })] });
    await waitFor(() => expect(panel()).toContain('-1.00 USDT'));
    expect(screen.queryByRole('img', { name: /^Auto-deleveraging/ })).toBeNull();
    expect(asked.filter(({ path }) => path.startsWith(RESULTS))).toHaveLength(2);
  });

  it('asks what positions have brought for nobody who has none', async () => {
    const { asked } = await show();
    expect(asked.filter(({ path }) => path.startsWith(RESULTS))).toEqual([]);
  });

  it('counts what is there, of this contract alone where that is wished', async () => {
    await show({ account: { positions: [long(), long({ id: '2', market: ETHER.name })], stops: [stop()] } });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['Positions (2)', 'Open orders (0)', 'Conditional (1)', 'Order history', 'My trades'],
      ...['Closed positions', 'Funding', 'Transfers', 'Assets'],
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide other contracts' }));
    expect(screen.getByRole('tab', { name: 'Positions (1)' })).toBeTruthy();
  });

  it('closes a part at the market', async () => {
    const { asked } = await show({ account: { positions: [long()] } });
    await press('Close');
    for (const text of ['0.6', '0.2']) {
      await enter(/^Quantity/, text);
      await press('Close position');
    }
    expect(sent(asked, PLACE)).toEqual([
      { market: PERPETUAL.name, position: 'long', act: 'close', kind: 'market', quantity: '0.2' },
    ]);
  });

  it('closes once, and takes margin once, whose dialog was closed while nobody knew', async () => {
    const MARGIN = '/exchange/app/contract/adjustMargin';
    const unknown = () => refusal(503, 'outcome.unknown', 'Nobody knows.');
    const { asked } = await show({
      account: { positions: [long()] },
      answers: { [PLACE]: unknown, [MARGIN]: unknown, [REVERSE]: unknown },
    });
    const inDialog = async (name: string) => {
      const buttons = within(screen.getByRole('dialog', { hidden: true })).getAllByRole('button', {
        name,
        hidden: true,
      });
      fireEvent.click(buttons[buttons.length - 1]);
      await settle();
    };
    for (let tries = 0; tries < 2; tries++) {
      await press('Close');
      await inDialog('Close position');
      await inDialog('Close');
      await press('Add or take margin');
      await inDialog('Take margin');
      await enter(/^Amount/, '10');
      await inDialog('Take margin');
      await inDialog('Close');
      await press('Reverse');
      await inDialog('Reverse');
      await inDialog('Close');
    }
    for (const path of [PLACE, MARGIN, REVERSE]) {
      const ids = asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).clientId as unknown);
      expect(ids).toEqual([ids[0], ids[0]]);
    }
  });

  it('keeps the dialog while it closes', async () => {
    await show({ account: { positions: [long()] }, answers: { [PLACE]: never } });
    await press('Close');
    await press('Close position');
    const dialog = screen.getByRole('dialog', { hidden: true });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBe(dialog);
  });

  it('keeps the dialog of another position, whatever the answer about one that is closed meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const other = long({ id: '2', market: ETHER.name });
    const { happens } = await show({ account: { positions: [long(), other] }, answers: { [PLACE]: () => held } });
    const pressLast = async (name: string) => {
      const buttons = screen.getAllByRole('button', { name, hidden: true });
      fireEvent.click(buttons[buttons.length - 1]);
      await settle();
    };
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]);
    await settle();
    await pressLast('Close position');
    await happens(5, { positions: [long({ quantity: '0', lots: 0 })] });
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    await pressLast('Add or take margin');
    await enter(/^Amount/, '10');
    answer(success({ position: 9, repeated: false, order: '1' }));
    await settle();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/, hidden: true }).value).toBe('10');
  });

  it('sets a take-profit by what it is to bring after fees, and a stop-loss by the rate that may be lost', async () => {
    const { asked } = await show({ account: { positions: [long()] }, answers: { [STOP]: stopPlaced } });
    await press('Take-profit and stop-loss');
    await choose('Set by', 'profit');
    await enter(/^Profit after fees/, '1000');
    await press('Set');
    await press('Stop-loss');
    await choose('Set by', 'rate on margin');
    await enter(/^Loss with fees/, '50');
    await press('Set');
    const position = { market: PERPETUAL.name, position: 'long', triggerBy: 'mark' };
    // 60,000 + 2,000 and both fees of 0.055 %; 60,000 - 1,500 and the fees that are part of the loss.
    expect(sent(asked, STOP)).toEqual([
      { ...position, kind: 'take_profit', trigger: '62067.2' },
      { ...position, kind: 'stop_loss', trigger: '58565.3' },
    ]);
  });

  it('takes no amount that was typed for a percentage, and no profit for a loss', async () => {
    const { asked } = await show({ account: { positions: [long()] }, answers: { [STOP]: stopPlaced } });
    const target = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true }).value;
    await press('Take-profit and stop-loss');
    await choose('Set by', 'profit');
    await enter(/^Profit after fees/, '1000');
    await press('Take-profit');
    expect(target(/^Profit after fees/).replaceAll(',', '')).toBe('1000');
    await choose('Set by', 'rate on margin');
    expect(target(/^Profit after fees/)).toBe('');
    await enter(/^Profit after fees/, '50');
    await press('Stop-loss');
    expect(target(/^Loss with fees/)).toBe('');
    await press('Set');
    expect(sent(asked, STOP)).toEqual([]);
  });

  it('sets no stop by a wish that no price brings, nor on the wrong side', async () => {
    const { asked } = await show({ account: { positions: [long()] }, answers: { [STOP]: stopPlaced } });
    await press('Take-profit and stop-loss');
    await press('Set');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('cannot be 0');
    // Less than has been won by now.
    await choose('Set by', 'profit');
    await enter(/^Profit after fees/, '1');
    await press('Set');
    expect(sent(asked, STOP)).toEqual([]);
  });

  it('sets a stop that follows the price by how far behind it stays, and tells where one stands', async () => {
    const following = stop({ kind: 'trailing', trigger: null, callbackRate: '0.015', extreme: '61000' });
    const { asked } = await show({
      account: { positions: [long()], stops: [following] },
      answers: { [STOP]: stopPlaced },
    });
    await press('Take-profit and stop-loss');
    expect(screen.getByRole('list', { name: 'Waiting', hidden: true }).textContent).toContain(
      'Trailing stop ≈ 60,085.0, 1.5 % behind the best price',
    );
    await press('Trailing stop');
    await press('Set');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('cannot be 0');
    await enter(/^Callback/, '0.09');
    await press('Set');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('0.1 to 10 %');
    await enter(/^Callback/, '2.5');
    await enter(/^Part/, '0.2');
    await press('Set');
    expect(sent(asked, STOP)).toEqual([
      {
        ...{ market: PERPETUAL.name, position: 'long', kind: 'trailing', triggerBy: 'mark' },
        ...{ callbackRate: '0.025', quantity: '0.2' },
      },
    ]);
  });

  it('sets a stop once, and one that follows once, whose dialog was closed while nobody knew', async () => {
    const { asked } = await show({
      account: { positions: [long()] },
      answers: { [STOP]: () => refusal(503, 'outcome.unknown', 'Nobody knows.') },
    });
    const leave = async () => {
      fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('cancel', { cancelable: true }));
      await settle();
    };
    for (let tries = 0; tries < 2; tries++) {
      await press('Take-profit and stop-loss');
      await choose('Set by', 'profit');
      await enter(/^Profit after fees/, '1000');
      await press('Set');
      await leave();
      await press('Take-profit and stop-loss');
      await press('Trailing stop');
      await enter(/^Callback/, '2.5');
      await press('Set');
      await leave();
    }
    const ids = asked.filter(({ path }) => path === STOP).map(({ body }) => JSON.parse(body).clientId as unknown);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each([
    ['of a stop', 'Stop-loss', /^Trigger/, ['58000', '57900']],
    ['of one that follows', 'Trailing stop', /^Callback/, ['2.5', '3']],
  ])('keeps what was typed before a late answer came: %s', async (_, kind, name, [first, next]) => {
    const waiting: ((answer: Response) => void)[] = [];
    await show({
      account: { positions: [long()] },
      answers: { [STOP]: () => new Promise((answer) => waiting.push(answer)) },
    });
    const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true }).value.replaceAll(',', '');
    await press('Take-profit and stop-loss');
    await press(kind);
    await enter(name, first);
    await press('Set');
    await enter(name, next);
    waiting[0](stopPlaced());
    await settle();
    expect(Number(typed())).toBe(Number(next));
    await press('Set');
    waiting[1](stopPlaced());
    await settle();
    expect(typed()).toBe('');
  });

  it('goes on changing the stop that was chosen before the answer about another one came', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { asked } = await show({
      account: { positions: [long()], stops: [stop(), stop({ id: '5', trigger: '66000' })] },
      answers: { [AMEND_STOP]: () => new Promise((resolve) => (answer = resolve)) },
    });
    await press('Take-profit and stop-loss');
    await amend(0);
    await enter(/^Trigger/, '65100');
    await press('Change');
    await amend(1);
    answer(success({ position: 9, repeated: false }));
    await settle();
    await enter(/^Trigger/, '66100');
    await press('Change');
    expect(sent(asked, AMEND_STOP)).toEqual([
      { market: PERPETUAL.name, stop: '4', trigger: '65100' },
      { market: PERPETUAL.name, stop: '5', trigger: '66100' },
    ]);
  });

  it('says what was refused of a stop beside its name, whatever was chosen meanwhile', async () => {
    const waiting: ((answer: Response) => void)[] = [];
    const held = () => new Promise<Response>((answer) => waiting.push(answer));
    const refuse = async (text: string) => {
      waiting.pop()!(refusal(400, 'stop.refused', text));
      await settle();
    };
    await show({
      account: { positions: [long()], stops: [stop(), stop({ id: '5', trigger: '66000' })] },
      answers: { [AMEND_STOP]: held, [STOP]: held },
    });
    const told = () => screen.queryAllByRole('alert', { hidden: true }).map(({ textContent }) => textContent);
    await press('Take-profit and stop-loss');
    await amend(0);
    await enter(/^Trigger/, '65100');
    await press('Change');
    await amend(1);
    const dialog = screen.getByRole('dialog', { hidden: true });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBe(dialog);
    await refuse('Not this one.');
    expect(told()).toEqual(['Take-profit 65,100.0: Not this one.']);
    await press('Set another one instead');
    expect(told()).toEqual([]);

    await enter(/^Trigger/, '67000');
    await press('Set');
    await press('Trailing stop');
    await refuse('Nor this one.');
    expect(told()).toEqual(['Take-profit 67,000.0: Nor this one.']);
    await enter(/^Callback/, '2.5');
    await press('Set');
    expect(told()).toEqual([]);
    await press('Stop-loss');
    await refuse('Nor that one.');
    expect(told()).toEqual(['Trailing stop 2.5 % behind the best price: Nor that one.']);
  });

  it('changes a stop in its dialog: what it is stays, a limit that is set cannot be left out', async () => {
    const { asked, happens } = await show({
      account: { positions: [long()], stops: [stop({ price: '64900', quantity: '0.2', triggerBy: 'last' })] },
      answers: { [AMEND_STOP]: () => success({ position: 9, repeated: false }) },
    });
    await press('Take-profit and stop-loss');
    await press('Amend');
    const other = screen.getByRole<HTMLButtonElement>('button', { name: 'Stop-loss', hidden: true });
    expect(other.disabled).toBe(true);
    await enter(/^Limit/, '');
    await press('Change');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('changed, not removed');
    await enter(/^Limit/, '66000');
    await enter(/^Trigger/, '66100');
    await press('Change');
    expect(sent(asked, AMEND_STOP)).toEqual([
      { market: PERPETUAL.name, stop: '4', trigger: '66100', price: '66000', quantity: '0.2' },
    ]);
    expect(screen.getByRole('button', { name: 'Set', hidden: true })).toBeTruthy();

    // One that ends while it is being changed leaves a new one to be set.
    await press('Amend');
    await happens(5, { stops: [stop({ phase: 'closed', reason: 'requested' })] });
    expect(screen.queryByRole('button', { name: 'Change', hidden: true })).toBeNull();
    await settle();
    expect(sent(asked, AMEND_STOP)).toHaveLength(1);
  });

  it('offers nothing that staff have locked', async () => {
    await show({ account: { positions: [long({ isLocked: true })] } });
    const acts = ['Close', 'Add or take margin', 'Take-profit and stop-loss', 'Reverse', 'Close all'];
    for (const name of acts) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    expect(panel()).toContain('locked by staff');
  });

  it('closes all in one call, after a question, and says what is refused', async () => {
    const { asked, toasts } = await show({
      account: { positions: [long(), long({ id: '2', side: 'short', quantity: '0.1', lots: 100, cost: '6000' })] },
      answers: { [CLOSE_ALL]: () => refusal(409, 'mark.stale', 'Prices are out of date.') },
    });
    await press('Close all');
    expect(sent(asked, CLOSE_ALL)).toEqual([]);
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('2 positions will be closed at the market.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close all', hidden: true }));
    await settle();
    expect(sent(asked, CLOSE_ALL)).toEqual([{}]);
    expect(toasts()).toEqual(['Prices are out of date.']);
  });

  it('says what reversing does before it is done', async () => {
    const { asked, toasts } = await show({
      account: { positions: [long()] },
      answers: { [REVERSE]: () => refusal(409, 'market.close.only', 'Only closing.') },
    });
    await press('Reverse');
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('Your long position of 0.500 BTC is closed at the market');
    expect(dialog.textContent).toContain('short position');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reverse', hidden: true }));
    await settle();
    expect(sent(asked, REVERSE)).toEqual([{ market: PERPETUAL.name, position: 'long' }]);
    expect(toasts()).toEqual(['Only closing.']);
    // It is still asked, under the same id.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reverse', hidden: true }));
    await settle();
    const ids = asked.filter(({ path }) => path === REVERSE).map(({ body }) => JSON.parse(body).clientId as unknown);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('what an order brings along', () => {
  it('is told beside it', async () => {
    await show({ account: { orders: [order({ act: 'open', takeProfit: '65000', stopLoss: '55000' })] } });
    await tab('Open orders');
    expect(panel()).toContain('65,000.055,000.0');
  });

  it('gives way to what guards the position as soon as it was filled, and follows what changes', async () => {
    const partly = order({ act: 'open', filledQuantity: '0.1', takeProfit: '65000', stopLoss: '55000' });
    const { happens } = await show({
      account: { positions: [long()], orders: [partly], stops: [stop({ id: '4', trigger: '66000' })] },
    });
    await tab('Open orders');
    expect(panel()).toContain('66,000.055,000.0');
    const loss = { kind: 'stop_loss', trigger: '56000' } as const;
    await happens(5, { stops: [stop({ id: '4', trigger: '67000' }), stop({ ...loss, id: '5' })] });
    expect(panel()).toContain('67,000.056,000.0');
  });
});

describe('an order that opens', () => {
  it.each([
    ['the mark is out of date', { isStale: true }],
    ['the market closes only for a while', { closeOnlyUntil: 9 }],
  ])('is offered to be amended again once nothing is said any more: %s', async (_, paused) => {
    const { moveTo } = await show({
      account: { orders: [order({ act: 'open', price: '60000' }), order({ id: '10' })] },
    });
    await tab('Open orders');
    const amends = () => screen.queryAllByRole('button', { name: 'Amend' }).length;
    expect(amends()).toBe(2);
    await moveTo('61000', paused);
    expect(amends()).toBe(1);
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2);
    await moveTo('61000');
    expect(amends()).toBe(2);
  });

  it('is amended no more half an hour before its market ends', async () => {
    const ending = { ...PERPETUAL, contract: { ...PERPETUAL.contract, endsAt: 7_200_000 } };
    const { moveTo } = await show({
      account: { orders: [order({ act: 'open', price: '60000' }), order({ id: '10' })] },
      answers: { '/exchange/app/product/indexList': () => pageOf(ending, ETHER) },
    });
    await tab('Open orders');
    const amends = () => screen.queryAllByRole('button', { name: 'Amend' }).length;
    await moveTo('61000', { asOf: 5_399_999 });
    expect(amends()).toBe(2);
    await moveTo('61000', { asOf: 5_400_000 });
    expect(amends()).toBe(1);
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2);
  });
});

describe('what is stored of contracts', () => {
  const closed = {
    ...{ contract: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5' },
    ...{ openPrice: '60000', closePrice: '61000', profit: '500', openFees: '15', closeFees: '15.25' },
    ...{ funding: '-3', insurance: '0', result: '466.75', yield: '0.3111', closeMode: 'take_profit' },
    ...{ openedAt: 1, closedAt: 2, liquidation: null },
  };

  it('tells what a position came to and how it was closed', async () => {
    const { asked } = await show({
      answers: { '/exchange/app/contract/closedPositions': () => pageOf(closed) },
    });
    await tab('Closed positions');
    expect(panel()).toContain('+466.7500 USDT+31.11%');
    expect(panel()).toContain('-3.0000 USDT');
    expect(panel()).toContain('take-profit');
    const [request] = sent(asked, '/exchange/app/contract/closedPositions');
    expect(request).toEqual({ pageIndex: 1, pageSize: 20, minPosition: 5 });
  });

  it('asks for this contract alone where that is wished', async () => {
    const { asked } = await show({ answers: { '/exchange/app/contract/fundingPayments': () => pageOf() } });
    await tab('Funding');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide other contracts' }));
    await settle();
    const markets = sent(asked, '/exchange/app/contract/fundingPayments').map(({ market }) => market);
    expect(markets).toEqual([undefined, PERPETUAL.name]);
  });

  it('says that a list did not come, and asks again', async () => {
    let tries = 0;
    await show({
      answers: {
        '/exchange/app/contract/fills': () => (tries++ === 0 ? refusal(503, 'read.model.behind') : pageOf()),
      },
    });
    await tab('My trades');
    fireEvent.click(within(screen.getByRole('tabpanel')).getByRole('button'));
    await settle();
    expect(panel()).toContain('You have not traded yet.');
  });
});
