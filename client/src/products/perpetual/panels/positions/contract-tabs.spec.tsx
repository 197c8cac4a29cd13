import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { never, refusal, success } from '../../../../../../test/support/network';
import { chooseLanguage, loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { pageOf, press } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import {
  CLOSE_ALL,
  ETHER,
  PLACE,
  RESULTS,
  REVERSE,
  enter,
  long,
  order,
  panel,
  sentBodies,
  show,
  stop,
  tab,
} from '../../../../testing/contract-panel';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});

describe('contracts panel', () => {
  it('asks visitors to log in and requests nothing', async () => {
    const { asked } = await show({ isLogin: false });
    expect(panel()).toContain('Log in');
    await tab('Closed positions');
    expect(panel()).toContain('Log in');
    expect(asked.filter(({ path }) => path.includes('/contract/'))).toEqual([]);
  });

  it('updates a position with each mark', async () => {
    const { moveTo } = await show({ account: { positions: [long()], stops: [stop()] } });
    expect(panel()).toContain('+500.00 USDT');
    expect(panel()).toContain('57,229.0');
    expect(panel()).toContain('65,000.0');
    await moveTo('59000');
    expect(panel()).toContain('-500.00 USDT');
  });

  it('shows realised result and deleveraging rank, and refetches after a change', async () => {
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

  it('requests no results without positions', async () => {
    const { asked } = await show();
    expect(asked.filter(({ path }) => path.startsWith(RESULTS))).toEqual([]);
  });

  it('counts entries, optionally of this contract only', async () => {
    await show({ account: { positions: [long(), long({ id: '2', market: ETHER.name })], stops: [stop()] } });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['Positions (2)', 'Open orders (0)', 'Conditional (1)', 'Order history', 'My trades'],
      ...['Closed positions', 'Funding', 'Transfers', 'Assets'],
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide other contracts' }));
    expect(screen.getByRole('tab', { name: 'Positions (1)' })).toBeTruthy();
  });

  it('closes part of a position at market', async () => {
    const { asked } = await show({ account: { positions: [long()] } });
    await press('Close');
    for (const text of ['0.6', '0.2']) {
      await enter(/^Quantity/, text);
      await press('Close position');
    }
    expect(sentBodies(asked, PLACE)).toEqual([
      { market: PERPETUAL.name, position: 'long', act: 'close', kind: 'market', quantity: '0.2' },
    ]);
  });

  it('reuses the client id after a dialog closed with an unknown outcome', async () => {
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

  it('keeps the dialog open while closing', async () => {
    await show({ account: { positions: [long()] }, answers: { [PLACE]: never } });
    await press('Close');
    await press('Close position');
    const dialog = screen.getByRole('dialog', { hidden: true });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog', { hidden: true })).toBe(dialog);
  });

  it('keeps another position’s dialog open on a late response', async () => {
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

  it('disables actions on a position locked by staff', async () => {
    await show({ account: { positions: [long({ isLocked: true })] } });
    const acts = ['Close', 'Add or take margin', 'Take-profit and stop-loss', 'Reverse', 'Close all'];
    for (const name of acts) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    expect(panel()).toContain('locked by staff');
  });

  it('closes all positions in one request after a confirmation and shows the refusal', async () => {
    const { asked, toasts } = await show({
      account: { positions: [long(), long({ id: '2', side: 'short', quantity: '0.1', lots: 100, cost: '6000' })] },
      answers: { [CLOSE_ALL]: () => refusal(409, 'mark.stale', 'Prices are out of date.') },
    });
    await press('Close all');
    expect(sentBodies(asked, CLOSE_ALL)).toEqual([]);
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog.textContent).toContain('2 positions will be closed at the market.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close all', hidden: true }));
    await settle();
    expect(sentBodies(asked, CLOSE_ALL)).toEqual([{}]);
    expect(toasts()).toEqual(['Prices are out of date.']);
  });

  it('explains reversing before the confirmation', async () => {
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
    expect(sentBodies(asked, REVERSE)).toEqual([{ market: PERPETUAL.name, position: 'long' }]);
    expect(toasts()).toEqual(['Only closing.']);
    // Can be retried with the same client id.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reverse', hidden: true }));
    await settle();
    const ids = asked.filter(({ path }) => path === REVERSE).map(({ body }) => JSON.parse(body).clientId as unknown);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('attached stops of an order', () => {
  it('are shown next to it', async () => {
    await show({ account: { orders: [order({ act: 'open', takeProfit: '65000', stopLoss: '55000' })] } });
    await tab('Open orders');
    expect(panel()).toContain('65,000.055,000.0');
  });

  it('give way to the position’s stops after the first fill and follow their changes', async () => {
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

describe('opening order', () => {
  it.each([
    ['the mark is out of date', { isStale: true }],
    ['the market closes only for a while', { closeOnlyUntil: 9 }],
  ])('can be amended again once the restriction ends: %s', async (_, paused) => {
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

  it('cannot be amended in the last half hour of its market', async () => {
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

describe('contract records', () => {
  const closed = {
    ...{ contract: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5' },
    ...{ openPrice: '60000', closePrice: '61000', profit: '500', openFees: '15', closeFees: '15.25' },
    ...{ funding: '-3', insurance: '0', result: '466.75', yield: '0.3111', closeMode: 'take_profit' },
    ...{ openedAt: 1, closedAt: 2, liquidation: null },
  };

  it('show a position’s result and how it closed', async () => {
    const { asked } = await show({
      answers: { '/exchange/app/contract/closedPositions': () => pageOf(closed) },
    });
    await tab('Closed positions');
    expect(panel()).toContain('+466.7500 USDT+31.11%');
    expect(panel()).toContain('-3.0000 USDT');
    expect(panel()).toContain('take-profit');
    const [request] = sentBodies(asked, '/exchange/app/contract/closedPositions');
    expect(request).toEqual({ pageIndex: 1, pageSize: 20, minPosition: 5 });
  });

  it('are optionally requested for this contract only', async () => {
    const { asked } = await show({ answers: { '/exchange/app/contract/fundingPayments': () => pageOf() } });
    await tab('Funding');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide other contracts' }));
    await settle();
    const markets = sentBodies(asked, '/exchange/app/contract/fundingPayments').map(({ market }) => market);
    expect(markets).toEqual([undefined, PERPETUAL.name]);
  });

  it('offer a retry after a failed request', async () => {
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
