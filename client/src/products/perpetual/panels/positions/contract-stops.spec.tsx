import { fireEvent, screen } from '@testing-library/react';
import { refusal, success } from '../../../../../../test/support/network';
import { chooseLanguage, loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { press } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import {
  AMEND_STOP,
  STOP,
  amend,
  choose,
  enter,
  long,
  sentBodies,
  show,
  stop,
  stopPlaced,
} from '../../../../testing/contract-panel';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(async () => {
  await chooseLanguage('en');
  localStorage.clear();
});

describe('stops of a position', () => {
  it('sets a take-profit by profit after fees and a stop-loss by loss rate', async () => {
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
    expect(sentBodies(asked, STOP)).toEqual([
      { ...position, kind: 'take_profit', trigger: '62067.2' },
      { ...position, kind: 'stop_loss', trigger: '58565.3' },
    ]);
  });

  it('clears the value on a change between amount, percentage, profit and loss', async () => {
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
    expect(sentBodies(asked, STOP)).toEqual([]);
  });

  it('rejects an unreachable target and the wrong side', async () => {
    const { asked } = await show({ account: { positions: [long()] }, answers: { [STOP]: stopPlaced } });
    await press('Take-profit and stop-loss');
    await press('Set');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('cannot be 0');
    // Less than the current profit.
    await choose('Set by', 'profit');
    await enter(/^Profit after fees/, '1');
    await press('Set');
    expect(sentBodies(asked, STOP)).toEqual([]);
  });

  it('sets a trailing stop by callback and shows the current trigger price', async () => {
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
    expect(sentBodies(asked, STOP)).toEqual([
      {
        ...{ market: PERPETUAL.name, position: 'long', kind: 'trailing', triggerBy: 'mark' },
        ...{ callbackRate: '0.025', quantity: '0.2' },
      },
    ]);
  });

  it('reuses the client id after the dialog closed with an unknown outcome, for both kinds of stops', async () => {
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
  ])('keeps input typed before a late response: %s', async (_, kind, name, [first, next]) => {
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

  it('keeps editing the stop chosen before the response for another one', async () => {
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
    expect(sentBodies(asked, AMEND_STOP)).toEqual([
      { market: PERPETUAL.name, stop: '4', trigger: '65100' },
      { market: PERPETUAL.name, stop: '5', trigger: '66100' },
    ]);
  });

  it('names the stop of a refusal, whatever is selected meanwhile', async () => {
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

  it('amends a stop in its dialog; its kind is fixed and its limit cannot be removed', async () => {
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
    expect(sentBodies(asked, AMEND_STOP)).toEqual([
      { market: PERPETUAL.name, stop: '4', trigger: '66100', price: '66000', quantity: '0.2' },
    ]);
    expect(screen.getByRole('button', { name: 'Set', hidden: true })).toBeTruthy();

    // If the stop ends during the edit, the form sets a new one.
    await press('Amend');
    await happens(5, { stops: [stop({ phase: 'closed', reason: 'requested' })] });
    expect(screen.queryByRole('button', { name: 'Change', hidden: true })).toBeNull();
    await settle();
    expect(sentBodies(asked, AMEND_STOP)).toHaveLength(1);
  });
});
