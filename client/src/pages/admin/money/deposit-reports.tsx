import { useState } from 'react';
import { Link } from 'react-router';
import type { DepositReportState, StaffDepositReport } from '../../../../../shared/products/wallet/deposit-reports';
import { SHOWN_SECONDS, type ShownDepositReport } from '../../../../../shared/wire/shown-data';
import { reasonInWords } from '../../../../../shared/rules/staff-reasons';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import {
  useCreditReportMutation,
  useDepositReportsQuery,
  useLookAtReportMutation,
  useRefuseReportMutation,
} from '../../../entities/staff/deposit-reports-api';
import { useShowDepositReportMutation } from '../../../entities/staff/shown-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { useActDialog } from '../../../features/staff-act/use-act-dialog';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Amount } from '../../../shared/ui/figures/amount';
import { Button } from '../../../shared/ui/controls/button';
import { column, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Mark } from '../../../shared/ui/figures/mark';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Panel } from '../../../shared/ui/page/panel';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { pathOf, sees } from '../parts/sections';
import { ShowButton } from '../parts/show-button';
import { useShown, type Shown } from '../parts/use-shown';

const CHOICES = ['open', 'all'] as const;
const KINDS = {
  away: 'level',
  unknown: 'bad',
  elsewhere: 'bad',
  waiting: 'level',
  failed: 'bad',
  unclear: 'warning',
  missed: 'warning',
  credited: 'good',
  refused: 'bad',
} as const satisfies Record<DepositReportState, string>;

type ReportedPayment = StaffDepositReport['payments'][number];

/** Deposits that users say did not arrive, with what their networks say, and what is done about them. */
export function DepositReportsPanel({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [which, choose] = useState<(typeof CHOICES)[number]>('open');
  const title = say('staff.missing');
  return (
    <Panel title={title} lead={say('staff.missing.lead')} level={2}>
      <Tabs
        label={title}
        tabs={CHOICES.map((name) => ({ name, title: say(`staff.missing.which.${name}`) }))}
        chosen={which}
        onChoose={choose}
      >
        <List key={which} own={own} which={which} />
      </Tabs>
    </Panel>
  );
}

function List({ own, which }: { own: OwnStaff; which: (typeof CHOICES)[number] }) {
  const texts = useTexts();
  const { say } = texts;
  const words = useServerWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useDepositReportsQuery({ which, ...paging }, { refetchOnMountOrArgChange: true });
  // Refused or not: somebody else may have been faster.
  const [dialog, setAct] = useActDialog(asked.refetch);
  const shown = useShown<ShownDepositReport>(SHOWN_SECONDS);
  const reasonText = (reason: string) => reasonInWords(reason, (id) => words('staffReason', id));
  return (
    <>
      <DeskList<StaffDepositReport>
        name={`deposit_reports.${which}`}
        label={say('staff.missing')}
        columns={[
          ...columnsOf(texts, own, { shown, codeText: (code) => words('code', code), reasonText }),
          fixed('acts', '', (report) => (
            <RowActs report={report} shown={shown} onAct={setAct} onLooked={() => void asked.refetch()} />
          )),
        ]}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('staff.missing.none')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  report: StaffDepositReport;
  shown: Shown<ShownDepositReport>;
  onAct: (act: Act) => void;
  onLooked: () => void;
}

function RowActs({ report, shown, onAct, onLooked }: RowActsProps) {
  const { say } = useTexts();
  const ask = useShowDepositReportMutation();
  const [look, { isLoading }] = useLookAtReportMutation();
  const acts = useReportActs(report);
  const { id, userId, state, payments } = report;
  const isEnded = state === 'credited' || state === 'refused';
  const button = (text: string, act: Act) => (
    <Button aria-label={`${text}: ${id}`} onClick={() => onAct(act)}>
      {text}
    </Button>
  );
  return (
    <span className={styles.rowActions}>
      <ShowButton
        record={id}
        name={id}
        shown={shown}
        seconds={SHOWN_SECONDS}
        ask={ask}
        request={{ report: id, userId }}
        onAct={onAct}
      />
      {!isEnded && (
        <>
          <Button
            aria-label={`${say('staff.missing.look')}: ${id}`}
            disabled={isLoading}
            onClick={() => void look({ report: id }).then(onLooked)}
          >
            {say('staff.missing.look')}
          </Button>
          {payments
            .filter((payment) => payment.state === 'missed' && payment.proposal === null)
            .map((payment) => (
              <span key={payment.output}>{button(say('staff.missing.credit'), acts.credit(payment))}</span>
            ))}
          {button(say('staff.missing.refuse'), acts.refuse)}
        </>
      )}
    </span>
  );
}

function useReportActs(report: StaffDepositReport): { credit: (payment: ReportedPayment) => Act; refuse: Act } {
  const { say } = useTexts();
  const [credit] = useCreditReportMutation();
  const [refuse] = useRefuseReportMutation();
  const { fields, reasonFrom } = useReasonFields('deposit')();
  const { id, userId, chainName } = report;
  const facts = [
    [say('staff.user.id'), String(userId)],
    [say('staff.chain'), chainName],
  ] as const;
  return {
    credit: ({ output, amount, asset }) => ({
      title: `${say('staff.missing.credit')} – #${id}`,
      consequence: say('staff.missing.credit_consequence'),
      takes: 'CreditRecharge',
      facts: [...facts, [say('staff.amount'), `${amount} ${asset}`]],
      fields: [],
      confirm: say('staff.missing.credit'),
      done: say('staff.credit.done'),
      send: (_, clientId) => credit({ clientId, report: id, output }),
    }),
    refuse: {
      title: `${say('staff.missing.refuse')} – #${id}`,
      consequence: say('staff.missing.refuse_consequence'),
      takes: null,
      facts,
      fields,
      confirm: say('staff.missing.refuse'),
      done: say('staff.missing.refused_done'),
      send: async (entered, clientId) => {
        const { error } = await refuse({ clientId, report: id, reason: reasonFrom(entered) });
        return error ? { error } : {};
      },
    },
  };
}

interface Wording {
  shown: Shown<ShownDepositReport>;
  codeText: (code: string) => string;
  reasonText: (reason: string) => string;
}

function columnsOf({ say }: Texts, own: OwnStaff, wording: Wording): Column<StaffDepositReport>[] {
  const { shown, codeText, reasonText } = wording;
  return [
    fixed('at', say('staff.time'), ({ createdAt, lookedAt }) => (
      <span className={styles.stack}>
        {dateAndTime(createdAt)}
        <small>{say('staff.missing.looked', { time: dateAndTime(lookedAt) })}</small>
      </span>
    )),
    fixed('userId', say('staff.user.id'), ({ userId }) =>
      sees(own, 'users') ? <Link to={`${pathOf(own, 'users')}/${userId}`}>{userId}</Link> : userId,
    ),
    fixed('state', say('staff.state'), ({ state, decision }) => (
      <span className={styles.stack}>
        <Mark kind={KINDS[state]} text={say(`staff.missing.state.${state}`)} />
        {decision && <small>{`#${decision.by} · ${reasonText(decision.reason)}`}</small>}
      </span>
    )),
    column('payments', say('staff.missing.shows'), ({ payments, confirmations }) =>
      payments.length === 0 ? (
        '—'
      ) : (
        <span className={styles.stack}>
          {payments.map((payment) => (
            <Shows key={payment.output} payment={payment} confirmations={confirmations} codeText={codeText} />
          ))}
        </span>
      ),
    ),
    column('transaction', say('staff.missing.transaction'), ({ id, chainName, transaction, note }) => {
      const clear = shown.of(id);
      const told = clear?.note ?? note;
      return (
        <span className={`${styles.long} ${styles.stack}`}>
          <small>{chainName}</small>
          <span translate="no">{clear?.transaction ?? transaction}</span>
          {told !== null && <small className={styles.written}>{told}</small>}
        </span>
      );
    }),
  ];
}

interface ShowsProps {
  payment: ReportedPayment;
  confirmations: number | null;
  codeText: (code: string) => string;
}

function Shows({ payment, confirmations, codeText }: ShowsProps) {
  const { say } = useTexts();
  const { amount, asset, needed, byContract, reason, proposal, state } = payment;
  const facts = [
    say(`staff.missing.state.${state}`),
    ...(confirmations === null ? [] : [`${say('staff.confirmations')} ${confirmations} / ${needed}`]),
    ...(byContract ? [say('staff.missing.by_contract')] : []),
    ...(reason === null ? [] : [codeText(reason)]),
    ...(proposal === null ? [] : [say('staff.missing.proposed', { id: proposal })]),
  ];
  return (
    <span>
      <Amount of={amount} asset={asset} /> {asset}
      <br />
      <small>{facts.join(' · ')}</small>
    </span>
  );
}
