import { ArrowLeft, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { FrozenFunds, OwnStaff, UserDetail } from '../../../../../shared/wire/staff';
import { SHOWN_SECONDS, type ShownUser } from '../../../../../shared/wire/shown-data';
import { useShowUserMutation } from '../../../entities/staff/shown-api';
import {
  useAssignFeeTierMutation,
  useEndLogInsMutation,
  useFreezeAccountMutation,
  useUnfreezeAccountMutation,
  useUserDetailQuery,
  useVerifyMemberMutation,
} from '../../../entities/staff/users-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import {
  REASON_LENGTH_MAX,
  TIME_LENGTH_MAX,
  timeOf,
  timeText,
  type ActField,
} from '../../../features/staff-act/fields';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { BalancesTable, type Balance } from './balances-table';
import styles from '../parts/desk.module.css';
import { exactAmount } from '../parts/exact-amount';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import { FrozenFundsPanel } from './frozen-funds';
import { LegalHoldPanel } from './legal-hold';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { pathOf } from '../parts/sections';
import { StandingMark, VerificationMark } from '../parts/standing';
import { useFundActs } from './use-fund-acts';
import { UserLogIns } from './user-log-ins';
import { UserOptions } from './user-options';
import { UserOrders } from './user-orders';
import { UserPositions } from './user-positions';
import { ShowButton } from '../parts/show-button';
import { useShown } from '../parts/use-shown';

/** All there is to know about a user, and what can be done for or against them. */
export function UserPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { id = '' } = useParams();
  const [since, setSince] = useState<number>();
  const { currentData, data, error, refetch } = useUserDetailQuery(
    { userId: Number(id), ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const user = currentData ?? (data?.userId === Number(id) ? data : undefined);
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(own, 'users')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {say('staff.section.users')}
      </Link>
      {error || !user ? (
        <Panel title={say('staff.user.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <>
          <Person key={`${user.userId}.person`} own={own} user={user} onDone={setSince} />
          <Funds key={user.userId} own={own} user={user} since={since} onDone={setSince} />
          <UserPositions key={`${user.userId}.positions`} userId={user.userId} own={own} />
          <UserOrders key={`${user.userId}.orders`} userId={user.userId} />
          <UserOptions userId={user.userId} />
          <LegalHoldPanel own={own} userId={user.userId} />
          <UserLogIns key={`${user.userId}.${user.openSessions}`} userId={user.userId} />
        </>
      )}
    </>
  );
}

/** `userType` of who is not staff. */
const USER_TYPE_USER = 3;
/** One record: the person. */
const PERSON = 'person';

interface PersonProps {
  own: OwnStaff;
  user: UserDetail;
  onDone: (position: number | undefined) => void;
}

/** What they have, and what of it staff keep from them. */
function Funds({ own, user, since, onDone }: PersonProps & { since: number | undefined }) {
  const { say, numbers } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const acts = useFundActs(onDone);
  const freezeOf = (balance: Balance) =>
    compare(balance.available, '0') > 0 && (
      <Button
        aria-label={`${say('staff.funds.freeze')}: ${say(`staff.account.${balance.account}`)} ${balance.asset}`}
        title={say('staff.funds.freeze')}
        onClick={() => setAct(acts.freeze(user.userId, balance))}
      >
        <Snowflake className={styles.onNarrow} size={16} aria-hidden="true" />
        <span className={styles.onWide}>{say('staff.funds.freeze')}</span>
      </Button>
    );
  const releaseOf = (funds: FrozenFunds) =>
    funds.userId === own.userId ? (
      <span className={styles.muted}>{say('staff.waits_for_another')}</span>
    ) : (
      <Button
        aria-label={`${say('staff.funds.release')}: ${exactAmount(numbers, funds.amount, funds.asset)}`}
        onClick={() => setAct(acts.release(funds))}
      >
        {say('staff.funds.release')}
      </Button>
    );
  return (
    <>
      <Panel title={say('staff.balances')} level={2}>
        <BalancesTable label={say('staff.balances')} balances={user.balances} actOn={freezeOf} />
      </Panel>
      <FrozenFundsPanel userId={user.userId} since={since} actOn={releaseOf} />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function Person({ own, user, onDone }: PersonProps) {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(user, onDone);
  const shown = useShown<ShownUser>(SHOWN_SECONDS);
  const ask = useShowUserMutation();
  const title = say('staff.user.title', { id: String(user.userId) });
  return (
    <Panel
      title={title}
      level={1}
      actions={
        <>
          <ShowButton
            record={PERSON}
            name={title}
            shown={shown}
            seconds={SHOWN_SECONDS}
            ask={ask}
            request={{ userId: user.userId, fields: ['contact'] }}
          />
          <Button onClick={() => setAct(user.frozen ? acts.unfreeze : acts.freeze)}>
            {say(user.frozen ? 'staff.unfreeze' : 'staff.freeze')}
          </Button>
          <Button disabled={user.openSessions === 0} onClick={() => setAct(acts.endLogIns)}>
            {say('staff.end_log_ins')}
          </Button>
          <Button onClick={() => setAct(acts.assignFeeTier)}>{say('staff.fee_tier.change')}</Button>
          {own.rights.includes('verification') && user.verification !== 'certified' && user.userId !== own.userId && (
            <Button onClick={() => setAct(acts.verify)}>{say('staff.proposal.act.VerifyMember')}</Button>
          )}
          {own.rights.includes('verification') && user.verification !== 'not_certified' && (
            <Link className={styles.button} to={`${pathOf(own, 'verifications')}?user=${user.userId}`}>
              {say('staff.user.submissions')}
            </Link>
          )}
        </>
      }
    >
      <Facts facts={useFacts({ ...user, ...shown.of(PERSON)?.contact })} />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useFacts(user: UserDetail): Fact[] {
  const { say } = useTexts();
  const { bindings } = user;
  const bound = [
    bindings.email && say('staff.user.email'),
    bindings.phone && say('staff.user.phone'),
    bindings.authenticator && say('staff.binding.authenticator'),
    bindings.fundPassword && say('staff.binding.fund_password'),
  ].filter((one) => one !== false);
  return [
    [say('staff.user.nick_name'), user.nickName],
    [say('staff.user.email'), user.email ?? '—'],
    [say('staff.user.phone'), user.phone ?? '—'],
    [say('staff.user.type'), say(`staff.user_type.${user.userType}`)],
    [say('staff.user.verification'), <VerificationMark key="state" state={user.verification} />],
    [say('staff.user.standing'), <StandingMark key="standing" isFrozen={user.frozen} />],
    [say('staff.user.registered'), dateAndTime(user.registeredAt)],
    [say('staff.user.nationality'), user.nationality ?? '—'],
    [say('staff.user.language'), LANGUAGE_NAMES[user.language]],
    [say('staff.user.invitation_code'), user.invitationCode],
    [say('staff.user.invited_by'), user.invitedBy ?? '—'],
    [`${say('staff.fee_tier')} – ${say('menu.spot')}`, user.feeTiers.spot],
    [`${say('staff.fee_tier')} – ${say('menu.futures')}`, user.feeTiers.perpetual],
    [say('staff.fee_tier.floor'), floorText(user.feeFloor, say)],
    [say('staff.user.bindings'), bound.join(', ') || '—'],
    [say('staff.user.passkeys'), bindings.passkeys],
    [say('staff.user.bank_cards'), bindings.bankCards],
    [say('staff.user.open_log_ins'), user.openSessions],
  ];
}

function useActsOn(
  { userId, userType, feeFloor, openSessions }: UserDetail,
  onDone: (position: number | undefined) => void,
): Record<'freeze' | 'unfreeze' | 'verify' | 'endLogIns' | 'assignFeeTier', Act> {
  const { say } = useTexts();
  const [freeze] = useFreezeAccountMutation();
  const [unfreeze] = useUnfreezeAccountMutation();
  const [endLogIns] = useEndLogInsMutation();
  const [assignFeeTier] = useAssignFeeTierMutation();
  const [verify] = useVerifyMemberMutation();
  const { fields, reasonFrom } = useReasonFields('freeze')({ hint: say('staff.reason.read_by_user') });
  const whom = say('staff.user.title', { id: String(userId) });
  const isColleague = userType !== USER_TYPE_USER;
  const reason = {
    name: 'reason',
    label: say('staff.reason'),
    kind: 'lines',
    lengthMax: REASON_LENGTH_MAX,
  } as const;
  return {
    freeze: {
      title: `${say('staff.freeze')} – ${whom}`,
      consequence: say(isColleague ? 'staff.freeze.colleague' : 'staff.freeze.consequence'),
      takes: isColleague ? 'told' : ['FreezeAccount', 'brake'],
      fields,
      confirm: say('staff.freeze'),
      kind: 'bad',
      done: say('staff.freeze.done'),
      send: (entered, clientId) => freeze({ clientId, userId, reason: reasonFrom(entered) }),
      onDone,
    },
    unfreeze: {
      title: `${say('staff.unfreeze')} – ${whom}`,
      consequence: say(isColleague ? 'staff.unfreeze.colleague' : 'staff.unfreeze.consequence'),
      takes: isColleague ? 'told' : ['UnfreezeAccount', 'restore'],
      fields: [reason],
      confirm: say('staff.unfreeze'),
      done: say('staff.unfreeze.done'),
      send: ({ reason: why }, clientId) => unfreeze({ clientId, userId, reason: why }),
      onDone,
    },
    verify: {
      title: `${say('staff.proposal.act.VerifyMember')} – ${whom}`,
      consequence: say('staff.verify.consequence'),
      takes: ['VerifyMember', 'change'],
      confirm: say('staff.proposal.act.VerifyMember'),
      done: say('staff.verify.done'),
      send: (_, clientId) => verify({ clientId, userId }),
      onDone,
    },
    endLogIns: {
      title: `${say('staff.end_log_ins')} – ${whom}`,
      consequence: say('staff.end_log_ins.consequence'),
      takes: null,
      facts: [[say('staff.user.open_log_ins'), openSessions]],
      confirm: say('staff.end_log_ins'),
      kind: 'bad',
      done: say('staff.end_log_ins.done'),
      send: async () => {
        // Nothing of it comes into the journal.
        const { error } = await endLogIns({ userId });
        return error ? { error } : {};
      },
    },
    assignFeeTier: {
      title: `${say('staff.fee_tier.change')} – ${whom}`,
      consequence: say('staff.fee_tier.consequence'),
      takes: 'AssignFeeTier',
      fields: [
        {
          name: 'tier',
          label: say('staff.fee_tier.floor'),
          kind: 'whole',
          lengthMax: 4,
          initial: String(feeFloor?.level ?? 0),
        },
        untilOf(feeFloor, say),
      ],
      confirm: say('staff.fee_tier.change'),
      done: say('staff.fee_tier.done'),
      send: ({ tier, until = '' }, clientId) => {
        const at = timeOf(until);
        return assignFeeTier({ clientId, userId, tier: Number(tier), ...(at === null ? {} : { until: at }) });
      },
      onDone,
    },
  };
}

function floorText(feeFloor: UserDetail['feeFloor'], say: Texts['say']): string {
  if (feeFloor === null) return '—';
  const level = String(feeFloor.level);
  return feeFloor.until === null
    ? level
    : say('staff.fee_tier.floor_until', { level, time: dateAndTime(feeFloor.until) });
}

function untilOf(feeFloor: UserDetail['feeFloor'], say: Texts['say']): ActField {
  return {
    name: 'until',
    label: say('staff.fee_tier.until'),
    hint: say('staff.fee_tier.until_hint'),
    kind: 'time',
    lengthMax: TIME_LENGTH_MAX,
    isOptional: true,
    ...(feeFloor?.until ? { initial: timeText(feeFloor.until) } : {}),
  };
}
