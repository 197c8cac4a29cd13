import type { Robot } from '../../../../../shared/products/robot/wire';
import type { RobotDesk } from '../../../../../shared/products/robot/staff';
import {
  useEndRobotMutation,
  useIssueRobotKeyMutation,
  useRevokeRobotKeyMutation,
  useSetRobotTermsMutation,
} from './robots-api';
import type { Act, Entered } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, reasonField, type ActField } from '../../../admin/act/fields';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';

const MARKET_LENGTH_MAX = 21;
const STATES = ['open', 'closed'] as const;

type Terms = RobotDesk['terms'][number];

interface RobotActs {
  /** Without `terms`, adds a new market. */
  terms: (terms?: Terms) => Act;
  issue: (userId: number, hasOne: boolean) => Act;
  revoke: (userId: number) => Act;
  end: (userId: number, robot: Robot) => Act;
}

export function useRobotActs(onDone: (position: number | undefined) => void): RobotActs {
  const { t } = useTexts();
  const [setTerms] = useSetRobotTermsMutation();
  const [issueKey] = useIssueRobotKeyMutation();
  const [revokeKey] = useRevokeRobotKeyMutation();
  const [endRobot] = useEndRobotMutation();
  const reason: ActField = reasonField(t);
  const line = (name: string, label: TextKey, kind: ActField['kind'], initial?: string): ActField => ({
    ...{ name, label: t(label), kind },
    lengthMax: kind === 'line' ? MARKET_LENGTH_MAX : DECIMAL_LENGTH_MAX,
    ...(initial === undefined ? {} : { initial }),
  });
  const stateOf = (input: string | undefined): 'open' | 'closed' => (input === 'closed' ? 'closed' : 'open');
  return {
    terms: (terms) => ({
      title: terms ? `${t('staff.robot.change')} · ${terms.market}` : t('staff.robot.offer'),
      consequence: t('staff.robot.terms.consequence'),
      approvalRule: ['SetRobotTerms', (input) => (closes(terms, input) ? 'brake' : 'change')],
      fields: [
        ...(terms ? [] : [line('market', 'robot.market', 'line')]),
        {
          ...line('state', 'robot.status', 'line', terms?.state ?? 'open'),
          choices: STATES.map((value) => ({ value, text: t(`staff.robot.state.${value}`) })),
        },
        { ...line('amountMin', 'staff.robot.minimum', 'decimal', terms?.amountMin), ...unitOf(terms) },
        { ...line('userMax', 'staff.robot.maximum', 'decimal', terms?.userMax), ...unitOf(terms) },
        reason,
      ],
      confirm: t('staff.robot.set'),
      successText: t('staff.robot.terms.done'),
      send: (input, clientId) =>
        setTerms({
          ...{ clientId, market: terms?.market ?? input.market ?? '', state: stateOf(input.state) },
          ...{ amountMin: input.amountMin ?? '', userMax: input.userMax ?? '', reason: input.reason ?? '' },
        }),
      onDone,
    }),
    issue: (userId, hasOne) => ({
      title: `${t('staff.robot.key.issue')} · ${userId}`,
      consequence: t(hasOne ? 'staff.robot.key.again' : 'staff.robot.key.consequence'),
      approvalRule: 'IssueRobotKey',
      fields: [reason],
      confirm: t('staff.robot.key.issue'),
      successText: t('staff.robot.key.issued'),
      send: (input, clientId) => issueKey({ clientId, userId, reason: input.reason ?? '' }),
      onDone,
    }),
    revoke: (userId) => ({
      title: `${t('staff.robot.key.revoke')} · ${userId}`,
      consequence: t('staff.robot.key.revoke.consequence'),
      approvalRule: 'RevokeRobotKey',
      fields: [reason],
      confirm: t('staff.robot.key.revoke'),
      kind: 'bad',
      successText: t('staff.robot.key.revoked'),
      send: (input, clientId) => revokeKey({ clientId, userId, reason: input.reason ?? '' }),
      onDone,
    }),
    end: (userId, { robot, base, quote }) => ({
      title: `${t('robot.stop')} · #${robot}`,
      consequence: t('robot.stop.what', { base, quote }),
      approvalRule: 'StopRobot',
      fields: [reason],
      confirm: t('robot.stop'),
      kind: 'bad',
      successText: t('robot.stopped'),
      send: (input, clientId) => endRobot({ clientId, userId, robot, reason: input.reason ?? '' }),
      onDone,
    }),
  };
}

/** True if the only change is to allow no new robots, which one person may do. */
function closes(terms: Terms | undefined, { state, amountMin, userMax }: Entered): boolean {
  if (terms?.state !== 'open' || state !== 'closed' || amountMin === '' || userMax === '') return false;
  return compare(amountMin, terms.amountMin) === 0 && compare(userMax, terms.userMax) === 0;
}

function unitOf(terms: Terms | undefined): Pick<ActField, 'unit'> {
  return terms ? { unit: terms.quote } : {};
}
