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
} from '../../../admin/api/deposit-reports-api';
import { useShowDepositReportMutation } from '../../../admin/api/shown-api';
import type { Act } from '../../../admin/act/act-dialog';
import { useReasonFields } from '../../../admin/act/reasons';
import { useActDialog } from '../../../admin/act/use-act-dialog';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts, type Texts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Amount } from '../../../kit/ui/figures/amount';
import { Button } from '../../../kit/ui/controls/button';
import { column, fixed, type Column } from '../../../kit/ui/data-table/columns';
import { Mark } from '../../../kit/ui/figures/mark';
import { PAGE_SIZE_DEFAULT } from '../../../kit/ui/lists/pages';
import { Panel } from '../../../kit/ui/page/panel';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { AdminList } from '../../../admin/parts/admin-list';
import styles from '../../../admin/parts/admin.module.css';
import { pathOf, maySee } from '../../../admin/parts/sections';
import { ShowButton } from '../../../admin/parts/show-button';
import { useTemporarilyShown, type Shown } from '../../../admin/parts/use-temporarily-shown';

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

/** Deposits that users report as missing, with the answers of their networks and staff's actions. */
export function DepositReportsPanel({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [filter, choose] = useState<(typeof CHOICES)[number]>('open');
  const title = t('staff.missing');
  return (
    <Panel title={title} lead={t('staff.missing.lead')} level={2}>
      <Tabs
        label={title}
        tabs={CHOICES.map((name) => ({ name, title: t(`staff.missing.which.${name}`) }))}
        selected={filter}
        onChoose={choose}
      >
        <List key={filter} ownStaff={ownStaff} filter={filter} />
      </Tabs>
    </Panel>
  );
}

function List({ ownStaff, filter }: { ownStaff: OwnStaff; filter: (typeof CHOICES)[number] }) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useDepositReportsQuery({ which: filter, ...paging }, { refetchOnMountOrArgChange: true });
  // Refetches even after a refusal, as another person may have acted first.
  const [dialog, setAct] = useActDialog(query.refetch);
  const revealedReports = useTemporarilyShown<ShownDepositReport>(SHOWN_SECONDS);
  const reasonText = (reason: string) => reasonInWords(reason, (id) => serverText('staffReason', id));
  return (
    <>
      <AdminList<StaffDepositReport>
        name={`deposit_reports.${filter}`}
        label={t('staff.missing')}
        columns={[
          ...columnsOf(texts, ownStaff, { revealedReports, codeText: (code) => serverText('code', code), reasonText }),
          fixed('acts', '', (report) => (
            <RowActs
              report={report}
              revealedReports={revealedReports}
              onAct={setAct}
              onLooked={() => void query.refetch()}
            />
          )),
        ]}
        query={query}
        keyOf={({ id }) => id}
        empty={t('staff.missing.none')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  report: StaffDepositReport;
  revealedReports: Shown<ShownDepositReport>;
  onAct: (act: Act) => void;
  onLooked: () => void;
}

function RowActs({ report, revealedReports, onAct, onLooked }: RowActsProps) {
  const { t } = useTexts();
  const revealMutation = useShowDepositReportMutation();
  const [lookAtReport, { isLoading }] = useLookAtReportMutation();
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
        revealed={revealedReports}
        seconds={SHOWN_SECONDS}
        revealMutation={revealMutation}
        request={{ report: id, userId }}
        onAct={onAct}
      />
      {!isEnded && (
        <>
          <Button
            aria-label={`${t('staff.missing.look')}: ${id}`}
            disabled={isLoading}
            onClick={() => void lookAtReport({ report: id }).then(onLooked)}
          >
            {t('staff.missing.look')}
          </Button>
          {payments
            .filter((payment) => payment.state === 'missed' && payment.proposal === null)
            .map((payment) => (
              <span key={payment.output}>{button(t('staff.missing.credit'), acts.credit(payment))}</span>
            ))}
          {button(t('staff.missing.refuse'), acts.refuse)}
        </>
      )}
    </span>
  );
}

function useReportActs(report: StaffDepositReport): { credit: (payment: ReportedPayment) => Act; refuse: Act } {
  const { t } = useTexts();
  const [credit] = useCreditReportMutation();
  const [refuse] = useRefuseReportMutation();
  const { fields, reasonFrom } = useReasonFields('deposit')();
  const { id, userId, chainName } = report;
  const details = [
    [t('staff.user.id'), String(userId)],
    [t('staff.chain'), chainName],
  ] as const;
  return {
    credit: ({ output, amount, asset }) => ({
      title: `${t('staff.missing.credit')} – #${id}`,
      consequence: t('staff.missing.credit_consequence'),
      approvalRule: 'CreditRecharge',
      details: [...details, [t('staff.amount'), `${amount} ${asset}`]],
      fields: [],
      confirm: t('staff.missing.credit'),
      successText: t('staff.credit.done'),
      send: (_, clientId) => credit({ clientId, report: id, output }),
    }),
    refuse: {
      title: `${t('staff.missing.refuse')} – #${id}`,
      consequence: t('staff.missing.refuse_consequence'),
      approvalRule: null,
      details,
      fields,
      confirm: t('staff.missing.refuse'),
      successText: t('staff.missing.refused_done'),
      send: async (input, clientId) => {
        const { error } = await refuse({ clientId, report: id, reason: reasonFrom(input) });
        return error ? { error } : {};
      },
    },
  };
}

interface Wording {
  revealedReports: Shown<ShownDepositReport>;
  codeText: (code: string) => string;
  reasonText: (reason: string) => string;
}

function columnsOf({ t }: Texts, ownStaff: OwnStaff, wording: Wording): Column<StaffDepositReport>[] {
  const { revealedReports, codeText, reasonText } = wording;
  return [
    fixed('at', t('staff.time'), ({ createdAt, lookedAt }) => (
      <span className={styles.stack}>
        {dateAndTime(createdAt)}
        <small>{t('staff.missing.looked', { time: dateAndTime(lookedAt) })}</small>
      </span>
    )),
    fixed('userId', t('staff.user.id'), ({ userId }) =>
      maySee(ownStaff, 'users') ? <Link to={`${pathOf(ownStaff, 'users')}/${userId}`}>{userId}</Link> : userId,
    ),
    fixed('state', t('staff.state'), ({ state, decision }) => (
      <span className={styles.stack}>
        <Mark kind={KINDS[state]} text={t(`staff.missing.state.${state}`)} />
        {decision && <small>{`#${decision.by} · ${reasonText(decision.reason)}`}</small>}
      </span>
    )),
    column('payments', t('staff.missing.shows'), ({ payments, confirmations }) =>
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
    column('transaction', t('staff.missing.transaction'), ({ id, chainName, transaction, note }) => {
      const clear = revealedReports.dataOf(id);
      const shownNote = clear?.note ?? note;
      return (
        <span className={`${styles.long} ${styles.stack}`}>
          <small>{chainName}</small>
          <span translate="no">{clear?.transaction ?? transaction}</span>
          {shownNote !== null && <small className={styles.written}>{shownNote}</small>}
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
  const { t } = useTexts();
  const { amount, asset, needed, byContract, reason, proposal, state } = payment;
  const details = [
    t(`staff.missing.state.${state}`),
    ...(confirmations === null ? [] : [`${t('staff.confirmations')} ${confirmations} / ${needed}`]),
    ...(byContract ? [t('staff.missing.by_contract')] : []),
    ...(reason === null ? [] : [codeText(reason)]),
    ...(proposal === null ? [] : [t('staff.missing.proposed', { id: proposal })]),
  ];
  return (
    <span>
      <Amount amount={amount} asset={asset} /> {asset}
      <br />
      <small>{details.join(' · ')}</small>
    </span>
  );
}
