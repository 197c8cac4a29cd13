import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Facts } from '../../kit/ui/figures/facts';
import { FilePick } from '../../kit/ui/controls/file-pick';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';
import { ProofResult } from '../../kit/ui/figures/proof-result';
import type { EvidenceVerdict, EvidenceMessage } from './evidence-check';
import styles from '../parts/admin.module.css';
import journal from './journal-page.module.css';

/** `verify-bundle.py` lists all of them. */
const RUNS_MAX = 50;

type Check = { name: string; completed: number; total: number; verdict: EvidenceVerdict | null };

/** Verifies and replays an evidence bundle entirely in this browser. */
export function EvidencePage() {
  const { t } = useTexts();
  const [check, setCheck] = useState<Check | null>(null);
  const [isOver, setOver] = useState(false);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const verifyFile = (file: File | undefined): void => {
    if (!file) return;
    worker.current?.terminate();
    const thread = new Worker(new URL('./evidence.worker.ts', import.meta.url), { type: 'module' });
    worker.current = thread;
    setCheck({ name: file.name, completed: 0, total: file.size, verdict: null });
    const handleMessage = (message: EvidenceMessage): void =>
      setCheck(
        (before) =>
          before &&
          (message.is === 'progress'
            ? { ...before, completed: message.completed, total: message.total }
            : { ...before, verdict: message }),
      );
    thread.onmessage = ({ data }: MessageEvent<EvidenceMessage>) => handleMessage(data);
    thread.onerror = ({ message }) => handleMessage({ is: 'unable', reason: message });
    thread.postMessage(file);
  };
  return (
    <Panel title={t('staff.section.evidence')} lead={t('staff.evidence.lead')} level={1}>
      <div
        className={journal.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          verifyFile(event.dataTransfer.files[0]);
        }}
      >
        <p>{t('staff.evidence.drop')}</p>
        <FilePick text={t('staff.evidence.choose')} accept=".zip,application/zip" onPick={verifyFile} />
      </div>
      {check && <Checked check={check} />}
    </Panel>
  );
}

function Checked({ check: { name, completed, total, verdict } }: { check: Check }) {
  const { t, numbers } = useTexts();
  if (!verdict) {
    return (
      <Note
        kind="loading"
        text={t('staff.evidence.working', { name: `${name} (${numbers.bytes(total)})` })}
        action={<progress className={journal.progress} max={total} value={completed} aria-label={name} />}
      />
    );
  }
  if (verdict.is === 'unable')
    return <Note kind="error" text={t('staff.evidence.unable', { reason: verdict.reason })} />;
  if (verdict.is === 'refused') {
    return (
      <ProofResult kind="bad" title={<b>{t('staff.evidence.refused', { name })}</b>}>
        {t(`staff.evidence.fault.${verdict.fault}`)}{' '}
        <code translate="no" className={journal.code}>
          {verdict.where}
        </code>
      </ProofResult>
    );
  }
  return <Proved name={name} proved={verdict.proved} />;
}

type Proven = Extract<EvidenceVerdict, { is: 'proved' }>['proved'];

function Proved({ name, proved }: { name: string; proved: Proven }) {
  const { manifest, events, signed, unsigned, stateHash, otherForm } = proved;
  const { t } = useTexts();
  const { about, from, until, batches, at, core } = manifest;
  const code = (text: string) => (
    <code translate="no" className={journal.code}>
      {text}
    </code>
  );
  const subject =
    about.is === 'period' ? t('staff.evidence.period') : `${t(`staff.journal.case.${about.is}`)} ${about.id}`;
  return (
    <>
      <ProofResult kind="good" title={<b>{t('staff.evidence.proved', { name })}</b>}>
        {t(signed ? 'staff.evidence.compare' : 'staff.evidence.nothing_signed')}
      </ProofResult>
      <Facts
        details={[
          [t('staff.evidence.about'), `${core} · ${subject}`],
          [t('staff.evidence.made'), dateAndTime(at)],
          [t('staff.evidence.positions'), `${from} – ${until}`],
          [t('staff.journal.fact.batches'), String(batches)],
          [t('staff.journal.fact.events'), String(events)],
          ...(stateHash === null
            ? []
            : [
                [t('staff.evidence.state'), code(stateHash)] as const,
                [t('staff.journal.fact.stateForm'), String(manifest.stateForm ?? 1)] as const,
              ]),
          ...(otherForm === null
            ? []
            : [[t('staff.evidence.state'), t('staff.evidence.other_form', { form: String(otherForm) })] as const]),
          ...(signed
            ? [
                [t('staff.evidence.key'), code(signed.key)] as const,
                [
                  t('staff.evidence.signed_to'),
                  `${signed.position ?? '–'} (${signed.from} – ${signed.until})`,
                ] as const,
              ]
            : []),
        ]}
      />
      {unsigned.length > 0 && (
        <>
          <p className={styles.lead}>{t('staff.evidence.unsigned')}</p>
          <ul className={journal.list}>
            {unsigned.slice(0, RUNS_MAX).map(({ last, hash }) => (
              <li key={last}>
                <span className={journal.what}>
                  {last} {code(hash)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
