import { ArrowLeft, Snowflake } from 'lucide-react';
import { useContext, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { FrozenFunds, OwnStaff, UserDetail } from '../../../../shared/wire/staff';
import { SHOWN_SECONDS, type ShownUser } from '../../../../shared/wire/shown-data';
import { useShowUserMutation } from '../api/shown-api';
import {
  useAssignFeeTierMutation,
  useEndLogInsMutation,
  useFreezeAccountMutation,
  useUnfreezeAccountMutation,
  useUserDetailQuery,
  useVerifyMemberMutation,
} from '../api/users-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { AdminPartsContext } from '../act/admin-parts';
import { REASON_LENGTH_MAX, TIME_LENGTH_MAX, timeOf, timeText, type ActField } from '../act/fields';
import { useReasonFields } from '../act/reasons';
import { LANGUAGE_NAMES } from '../../kit/i18n/languages';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { compare } from '../../kit/lib/numbers/exact';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { BalancesTable, type Balance } from './balances-table';
import styles from '../parts/admin.module.css';
import { exactAmount } from '../parts/exact-amount';
import { Facts, type Fact } from '../../kit/ui/figures/facts';
import { FrozenFundsPanel } from './frozen-funds';
import { LegalHoldPanel } from './legal-hold';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { pathOf } from '../parts/sections';
import { StandingMark, VerificationMark } from './standing';
import { useFundActs } from './use-fund-acts';
import { UserLogIns } from './user-log-ins';
import { UserOrders } from './user-orders';
import { UserPositions } from './user-positions';
import { ShowButton } from '../parts/show-button';
import { useTemporarilyShown } from '../parts/use-temporarily-shown';

/** All data about a user and the actions on the account. */
export function UserPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const adminParts = useContext(AdminPartsContext);
  const [since, setSince] = useState<number>();
  const { currentData, data, error, refetch } = useUserDetailQuery(
    { userId: Number(id), ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const user = currentData ?? (data?.userId === Number(id) ? data : undefined);
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(ownStaff, 'users')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t('staff.section.users')}
      </Link>
      {error || !user ? (
        <Panel title={t('staff.user.title', { id })} level={1}>
          <Waiting error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <>
          <Person key={`${user.userId}.person`} ownStaff={ownStaff} user={user} onDone={setSince} />
          <Funds key={user.userId} ownStaff={ownStaff} user={user} since={since} onDone={setSince} />
          <UserPositions key={`${user.userId}.positions`} userId={user.userId} ownStaff={ownStaff} />
          <UserOrders key={`${user.userId}.orders`} userId={user.userId} />
          {adminParts.map(({ OfUser }, index) => OfUser && <OfUser key={index} userId={user.userId} />)}
          <LegalHoldPanel ownStaff={ownStaff} userId={user.userId} />
          <UserLogIns key={`${user.userId}.${user.openSessions}`} userId={user.userId} />
        </>
      )}
    </>
  );
}

const USER_TYPE_USER = 3;
/** Record key of the user's personal data. */
const PERSON = 'person';

interface PersonProps {
  ownStaff: OwnStaff;
  user: UserDetail;
  onDone: (position: number | undefined) => void;
}

/** The user's balances and frozen funds. */
function Funds({ ownStaff, user, since, onDone }: PersonProps & { since: number | undefined }) {
  const { t, numbers } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const acts = useFundActs(onDone);
  const freezeOf = (balance: Balance) =>
    compare(balance.available, '0') > 0 && (
      <Button
        aria-label={`${t('staff.funds.freeze')}: ${t(`staff.account.${balance.account}`)} ${balance.asset}`}
        title={t('staff.funds.freeze')}
        onClick={() => setAct(acts.freeze(user.userId, balance))}
      >
        <Snowflake className={styles.onNarrow} size={16} aria-hidden="true" />
        <span className={styles.onWide}>{t('staff.funds.freeze')}</span>
      </Button>
    );
  const releaseOf = (funds: FrozenFunds) =>
    funds.userId === ownStaff.userId ? (
      <span className={styles.muted}>{t('staff.waits_for_another')}</span>
    ) : (
      <Button
        aria-label={`${t('staff.funds.release')}: ${exactAmount(numbers, funds.amount, funds.asset)}`}
        onClick={() => setAct(acts.release(funds))}
      >
        {t('staff.funds.release')}
      </Button>
    );
  return (
    <>
      <Panel title={t('staff.balances')} level={2}>
        <BalancesTable label={t('staff.balances')} balances={user.balances} actOn={freezeOf} />
      </Panel>
      <FrozenFundsPanel userId={user.userId} since={since} actOn={releaseOf} />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

function Person({ ownStaff, user, onDone }: PersonProps) {
  const { t } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActsOn(user, onDone);
  const revealedUser = useTemporarilyShown<ShownUser>(SHOWN_SECONDS);
  const revealMutation = useShowUserMutation();
  const title = t('staff.user.title', { id: String(user.userId) });
  return (
    <Panel
      title={title}
      level={1}
      actions={
        <>
          <ShowButton
            record={PERSON}
            name={title}
            revealed={revealedUser}
            seconds={SHOWN_SECONDS}
            revealMutation={revealMutation}
            request={{ userId: user.userId, fields: ['contact'] }}
          />
          <Button onClick={() => setAct(user.frozen ? acts.unfreeze : acts.freeze)}>
            {t(user.frozen ? 'staff.unfreeze' : 'staff.freeze')}
          </Button>
          <Button disabled={user.openSessions === 0} onClick={() => setAct(acts.endLogIns)}>
            {t('staff.end_log_ins')}
          </Button>
          <Button onClick={() => setAct(acts.assignFeeTier)}>{t('staff.fee_tier.change')}</Button>
          {ownStaff.rights.includes('verification') &&
            user.verification !== 'certified' &&
            user.userId !== ownStaff.userId && (
              <Button onClick={() => setAct(acts.verify)}>{t('staff.proposal.act.VerifyMember')}</Button>
            )}
          {ownStaff.rights.includes('verification') && user.verification !== 'not_certified' && (
            <Link className={styles.button} to={`${pathOf(ownStaff, 'verifications')}?user=${user.userId}`}>
              {t('staff.user.submissions')}
            </Link>
          )}
        </>
      }
    >
      <Facts details={useFacts({ ...user, ...revealedUser.dataOf(PERSON)?.contact })} />
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function useFacts(user: UserDetail): Fact[] {
  const { t } = useTexts();
  const { bindings } = user;
  const bindingNames = [
    bindings.email && t('staff.user.email'),
    bindings.phone && t('staff.user.phone'),
    bindings.authenticator && t('staff.binding.authenticator'),
    bindings.fundPassword && t('staff.binding.fund_password'),
  ].filter((one) => one !== false);
  return [
    [t('staff.user.nick_name'), user.nickName],
    [t('staff.user.email'), user.email ?? '—'],
    [t('staff.user.phone'), user.phone ?? '—'],
    [t('staff.user.type'), t(`staff.user_type.${user.userType}`)],
    [t('staff.user.verification'), <VerificationMark key="state" state={user.verification} />],
    [t('staff.user.standing'), <StandingMark key="standing" isFrozen={user.frozen} />],
    [t('staff.user.registered'), dateAndTime(user.registeredAt)],
    [t('staff.user.nationality'), user.nationality ?? '—'],
    [t('staff.user.language'), LANGUAGE_NAMES[user.language]],
    [t('staff.user.invitation_code'), user.invitationCode],
    [t('staff.user.invited_by'), user.invitedBy ?? '—'],
    [`${t('staff.fee_tier')} – ${t('menu.spot')}`, user.feeTiers.spot],
    [`${t('staff.fee_tier')} – ${t('menu.futures')}`, user.feeTiers.perpetual],
    [t('staff.fee_tier.floor'), floorText(user.feeFloor, t)],
    [t('staff.user.bindings'), bindingNames.join(', ') || '—'],
    [t('staff.user.passkeys'), bindings.passkeys],
    [t('staff.user.bank_cards'), bindings.bankCards],
    [t('staff.user.open_log_ins'), user.openSessions],
  ];
}

function useActsOn(
  { userId, userType, feeFloor, openSessions }: UserDetail,
  onDone: (position: number | undefined) => void,
): Record<'freeze' | 'unfreeze' | 'verify' | 'endLogIns' | 'assignFeeTier', Act> {
  const { t } = useTexts();
  const [freeze] = useFreezeAccountMutation();
  const [unfreeze] = useUnfreezeAccountMutation();
  const [endLogIns] = useEndLogInsMutation();
  const [assignFeeTier] = useAssignFeeTierMutation();
  const [verify] = useVerifyMemberMutation();
  const { fields, reasonFrom } = useReasonFields('freeze')({ hint: t('staff.reason.read_by_user') });
  const userTitle = t('staff.user.title', { id: String(userId) });
  const isColleague = userType !== USER_TYPE_USER;
  const reason = {
    name: 'reason',
    label: t('staff.reason'),
    kind: 'lines',
    lengthMax: REASON_LENGTH_MAX,
  } as const;
  return {
    freeze: {
      title: `${t('staff.freeze')} – ${userTitle}`,
      consequence: t(isColleague ? 'staff.freeze.colleague' : 'staff.freeze.consequence'),
      approvalRule: isColleague ? 'told' : ['FreezeAccount', 'brake'],
      fields,
      confirm: t('staff.freeze'),
      kind: 'bad',
      successText: t('staff.freeze.done'),
      send: (input, clientId) => freeze({ clientId, userId, reason: reasonFrom(input) }),
      onDone,
    },
    unfreeze: {
      title: `${t('staff.unfreeze')} – ${userTitle}`,
      consequence: t(isColleague ? 'staff.unfreeze.colleague' : 'staff.unfreeze.consequence'),
      approvalRule: isColleague ? 'told' : ['UnfreezeAccount', 'restore'],
      fields: [reason],
      confirm: t('staff.unfreeze'),
      successText: t('staff.unfreeze.done'),
      send: ({ reason: reasonText }, clientId) => unfreeze({ clientId, userId, reason: reasonText }),
      onDone,
    },
    verify: {
      title: `${t('staff.proposal.act.VerifyMember')} – ${userTitle}`,
      consequence: t('staff.verify.consequence'),
      approvalRule: ['VerifyMember', 'change'],
      confirm: t('staff.proposal.act.VerifyMember'),
      successText: t('staff.verify.done'),
      send: (_, clientId) => verify({ clientId, userId }),
      onDone,
    },
    endLogIns: {
      title: `${t('staff.end_log_ins')} – ${userTitle}`,
      consequence: t('staff.end_log_ins.consequence'),
      approvalRule: null,
      details: [[t('staff.user.open_log_ins'), openSessions]],
      confirm: t('staff.end_log_ins'),
      kind: 'bad',
      successText: t('staff.end_log_ins.done'),
      send: async () => {
        // Ending log-ins is not recorded in the journal.
        const { error } = await endLogIns({ userId });
        return error ? { error } : {};
      },
    },
    assignFeeTier: {
      title: `${t('staff.fee_tier.change')} – ${userTitle}`,
      consequence: t('staff.fee_tier.consequence'),
      approvalRule: 'AssignFeeTier',
      fields: [
        {
          name: 'tier',
          label: t('staff.fee_tier.floor'),
          kind: 'whole',
          lengthMax: 4,
          initial: String(feeFloor?.level ?? 0),
        },
        untilOf(feeFloor, t),
      ],
      confirm: t('staff.fee_tier.change'),
      successText: t('staff.fee_tier.done'),
      send: ({ tier, until = '' }, clientId) => {
        const at = timeOf(until);
        return assignFeeTier({ clientId, userId, tier: Number(tier), ...(at === null ? {} : { until: at }) });
      },
      onDone,
    },
  };
}

function floorText(feeFloor: UserDetail['feeFloor'], t: Texts['t']): string {
  if (feeFloor === null) return '—';
  const level = String(feeFloor.level);
  return feeFloor.until === null
    ? level
    : t('staff.fee_tier.floor_until', { level, time: dateAndTime(feeFloor.until) });
}

function untilOf(feeFloor: UserDetail['feeFloor'], t: Texts['t']): ActField {
  return {
    name: 'until',
    label: t('staff.fee_tier.until'),
    hint: t('staff.fee_tier.until_hint'),
    kind: 'time',
    lengthMax: TIME_LENGTH_MAX,
    isOptional: true,
    ...(feeFloor?.until ? { initial: timeText(feeFloor.until) } : {}),
  };
}
