import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Facts } from '../../../shared/ui/figures/facts';
import { FilePick } from '../../../shared/ui/controls/file-pick';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { ProofResult } from '../../../shared/ui/figures/proof-result';
import type { EvidenceVerdict, EvidenceWord } from './evidence-check';
import styles from '../parts/desk.module.css';
import journal from './journal-page.module.css';

/** More are told by `verify-bundle.py`. */
const RUNS_MAX = 50;

type Check = { name: string; done: number; of: number; verdict: EvidenceVerdict | null };

/** An evidence bundle, checked and replayed in this browser alone. */
export function EvidencePage() {
  const { say } = useTexts();
  const [check, setCheck] = useState<Check | null>(null);
  const [isOver, setOver] = useState(false);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const take = (file: File | undefined): void => {
    if (!file) return;
    worker.current?.terminate();
    const thread = new Worker(new URL('./evidence.worker.ts', import.meta.url), { type: 'module' });
    worker.current = thread;
    setCheck({ name: file.name, done: 0, of: file.size, verdict: null });
    const hear = (word: EvidenceWord): void =>
      setCheck(
        (before) =>
          before &&
          (word.is === 'progress' ? { ...before, done: word.done, of: word.of } : { ...before, verdict: word }),
      );
    thread.onmessage = ({ data }: MessageEvent<EvidenceWord>) => hear(data);
    thread.onerror = ({ message }) => hear({ is: 'unable', reason: message });
    thread.postMessage(file);
  };
  return (
    <Panel title={say('staff.section.evidence')} lead={say('staff.evidence.lead')} level={1}>
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
          take(event.dataTransfer.files[0]);
        }}
      >
        <p>{say('staff.evidence.drop')}</p>
        <FilePick text={say('staff.evidence.choose')} accept=".zip,application/zip" onPick={take} />
      </div>
      {check && <Checked check={check} />}
    </Panel>
  );
}

function Checked({ check: { name, done, of, verdict } }: { check: Check }) {
  const { say, numbers } = useTexts();
  if (!verdict) {
    return (
      <Note
        kind="loading"
        text={say('staff.evidence.working', { name: `${name} (${numbers.bytes(of)})` })}
        action={<progress className={journal.progress} max={of} value={done} aria-label={name} />}
      />
    );
  }
  if (verdict.is === 'unable')
    return <Note kind="error" text={say('staff.evidence.unable', { reason: verdict.reason })} />;
  if (verdict.is === 'refused') {
    return (
      <ProofResult kind="bad" title={<b>{say('staff.evidence.refused', { name })}</b>}>
        {say(`staff.evidence.fault.${verdict.fault}`)}{' '}
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
  const { say } = useTexts();
  const { about, from, until, batches, at, core } = manifest;
  const code = (text: string) => (
    <code translate="no" className={journal.code}>
      {text}
    </code>
  );
  const subject =
    about.is === 'period' ? say('staff.evidence.period') : `${say(`staff.journal.case.${about.is}`)} ${about.id}`;
  return (
    <>
      <ProofResult kind="good" title={<b>{say('staff.evidence.proved', { name })}</b>}>
        {say(signed ? 'staff.evidence.compare' : 'staff.evidence.nothing_signed')}
      </ProofResult>
      <Facts
        facts={[
          [say('staff.evidence.about'), `${core} · ${subject}`],
          [say('staff.evidence.made'), dateAndTime(at)],
          [say('staff.evidence.positions'), `${from} – ${until}`],
          [say('staff.journal.fact.batches'), String(batches)],
          [say('staff.journal.fact.events'), String(events)],
          ...(stateHash === null
            ? []
            : [
                [say('staff.evidence.state'), code(stateHash)] as const,
                [say('staff.journal.fact.stateForm'), String(manifest.stateForm ?? 1)] as const,
              ]),
          ...(otherForm === null
            ? []
            : [[say('staff.evidence.state'), say('staff.evidence.other_form', { form: String(otherForm) })] as const]),
          ...(signed
            ? [
                [say('staff.evidence.key'), code(signed.key)] as const,
                [
                  say('staff.evidence.signed_to'),
                  `${signed.position ?? '–'} (${signed.from} – ${signed.until})`,
                ] as const,
              ]
            : []),
        ]}
      />
      {unsigned.length > 0 && (
        <>
          <p className={styles.lead}>{say('staff.evidence.unsigned')}</p>
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
