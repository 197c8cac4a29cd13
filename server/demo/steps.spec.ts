import type { CommandBus } from '@nestjs/cqrs';
import type { AnswerCode } from '../../shared/rules/codes';
import type { CommandPort } from '../engine/port';
import type { StaffAct } from '../features/admin/admin.handlers';
import { Refusal } from '../platform/errors/refusal';
import { Steps } from './steps';

const REQUEST = { asset: 'USDT', amount: '1', reason: 'r' };

/** Steps in which the given kinds of commands are rejected, and others become proposal 7. */
function stepsWhere(isVisited: boolean, refused: Readonly<Record<string, AnswerCode>>) {
  const lines: string[] = [];
  const sent: string[] = [];
  const outcomeOf = (actor: string, type: string): AnswerCode | undefined => {
    sent.push(`${actor} ${type}`);
    return refused[type];
  };
  const commands = {
    execute: async ({ actor, type }: StaffAct) => {
      const code = outcomeOf(actor, type);
      if (code) throw new Refusal(code);
      return { proposal: type === 'ConfirmStaff' ? null : 7 };
    },
  } as unknown as CommandBus;
  const engine = {
    submit: async ({ actor, command }) => {
      const rejected = outcomeOf(actor, command.type);
      return rejected ? { rejected } : { position: 1, id: null, repeated: false };
    },
  } as Pick<CommandPort, 'submit'>;
  const steps = new Steps({ commands, engine, admins: [1, 2], isVisited, printLine: (line) => lines.push(line) });
  return { steps, lines, sent };
}

describe('an act of the demo', () => {
  it('is proposed by the first admin and confirmed by the second', async () => {
    const { steps, sent, lines } = stepsWhere(false, {});
    await steps.act('FundInsurance', REQUEST, 'id');
    expect([sent, lines]).toEqual([['admin/1 FundInsurance', 'admin/2 ConfirmStaff'], []]);
  });

  it('done by an earlier start is skipped silently', async () => {
    const { steps, sent, lines } = stepsWhere(false, { FundInsurance: 'terms.unchanged' });
    await steps.act('FundInsurance', REQUEST, 'id');
    expect([sent, lines]).toEqual([['admin/1 FundInsurance'], []]);
  });

  it.each(['FundInsurance', 'ConfirmStaff'])(
    'whose %s is rejected ends a first start but no later one',
    async (type) => {
      const first = stepsWhere(false, { [type]: 'account.frozen' });
      await expect(first.steps.act('FundInsurance', REQUEST, 'id')).rejects.toThrow('account.frozen');
      const later = stepsWhere(true, { [type]: 'account.frozen' });
      await later.steps.act('FundInsurance', REQUEST, 'id');
      expect(later.lines).toEqual([expect.stringMatching(/FundInsurance is left out: account.frozen$/)]);
    },
  );

  it('ends the start on a fault', async () => {
    const { steps } = stepsWhere(true, {});
    await expect(steps.unlessRefused('x', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  });
});

describe('a command of one of its users', () => {
  const COMMAND = { type: 'SetLeverage', user: 5, market: 'BTC-USDT-PERP', leverage: 5 } as const;

  it('that is rejected ends a first start; a later one continues with the next', async () => {
    const refused = { SetLeverage: 'account.frozen' } as const;
    await expect(stepsWhere(false, refused).steps.submit(5, [COMMAND])).rejects.toThrow('account.frozen');
    const { steps, sent, lines } = stepsWhere(true, refused);
    await steps.submit(5, [COMMAND, COMMAND]);
    expect(sent).toEqual(['user/5 SetLeverage', 'user/5 SetLeverage']);
    expect(lines).toEqual(Array(2).fill('demo: SetLeverage of 5 is left out: account.frozen'));
  });
});
