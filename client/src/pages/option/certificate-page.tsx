import { Check, Download, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { verifyCertificate, type Verdict } from '../../../../shared/proof/certificate';
import type { Told } from '../../../../shared/proof/told';
import { decimalOf, scaleOf } from '../../../../shared/rules/units';
import { useOptionCertificateQuery, useOptionsQuery } from '../../entities/option/option-api';
import { useOptionWords } from '../../features/trade-options/option-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../shared/lib/format';
import { downloadText } from '../../shared/lib/download';
import { Button } from '../../shared/ui/button';
import { Facts } from '../../shared/ui/facts';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import { Themed } from '../../shared/ui/themed';
import styles from './certificate-page.module.css';

/** By the browser: bytes of a text in UTF-8, in hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** How a second contract was settled, checked anew in this browser from the batches of the journal: of an own contract, or of a file. */
export function CertificatePage() {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const contract = parameters.get('contract') ?? '';
  const { currentData, error, isFetching, refetch } = useOptionCertificateQuery(contract, { skip: contract === '' });
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const given = file ? parsed(file.text) : currentData;
  const text = given === undefined ? null : (file?.text ?? JSON.stringify(given));
  return (
    <Themed>
      <div className={styles.page}>
        <Panel
          title={say('certificate.title')}
          lead={say('certificate.lead')}
          level={1}
          actions={
            <>
              <label className={styles.pick}>
                {say('certificate.choose')}
                <input
                  type="file"
                  accept="application/json,.json"
                  onChange={({ target }) => {
                    const picked = target.files?.[0];
                    if (!picked || picked.size > FILE_BYTES_MAX) return;
                    void picked.text().then((content) => setFile({ name: picked.name, text: content }));
                  }}
                />
              </label>
              {text !== null && !file && (
                <Button onClick={() => downloadText(`certificate-${contract}.json`, text, 'application/json')}>
                  <Download size={16} aria-hidden="true" /> {say('certificate.download')}
                </Button>
              )}
            </>
          }
        >
          {!file && error ? (
            <Faulty fault={error} onRetry={() => void refetch()} />
          ) : given === undefined ? (
            <Note
              kind={isFetching ? 'loading' : 'empty'}
              text={say(isFetching ? 'page.loading' : 'certificate.none')}
            />
          ) : (
            <Checked key={file?.text ?? contract} given={given} name={file?.name ?? null} />
          )}
        </Panel>
      </div>
    </Themed>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function Checked({ given, name }: { given: unknown; name: string | null }) {
  const { say } = useTexts();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void verifyCertificate(given, sha256).then((found) => {
      if (isCurrent) setVerdict(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [given]);
  if (!verdict) return <Note kind="loading" text={say('certificate.checking')} />;
  if ('refused' in verdict) {
    const { fault, where } = verdict.refused;
    return (
      <p className={styles.verdict} data-kind="bad" role="alert">
        <X size={20} aria-hidden="true" />
        <span>
          <b>{say('certificate.refused')}</b> {name}
          <br />
          {say(`certificate.fault.${fault}`)} {where !== '' && `(${where})`}
        </span>
      </p>
    );
  }
  return (
    <>
      <p className={styles.verdict} data-kind="good" role="status">
        <Check size={20} aria-hidden="true" />
        <span>
          <b>{say('certificate.proved')}</b> {name}
          <br />
          {say(verdict.isOpen ? 'certificate.open' : 'certificate.whole')}
        </span>
      </p>
      <Proved says={verdict.says} />
    </>
  );
}

function Proved({ says: { bought, entry, result, publications, batches } }: { says: Told }) {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const { data } = useOptionsQuery();
  const product = data?.products.find(({ symbol }) => symbol === bought.symbol);
  // A certificate speaks in units and ticks; without the product's decimals they are shown as they are.
  const money = (units: string) =>
    product
      ? `${numbers.exact(decimalOf(BigInt(units), product.scale))} ${bought.asset}`
      : `${units} (${bought.asset})`;
  const price = (ticks: number) =>
    product ? numbers.fixed(decimalOf(BigInt(ticks), scaleOf(product.tick)), scaleOf(product.tick)) : String(ticks);
  const roles = new Map<number, 'entry' | 'end'>();
  if (entry) roles.set(entry.batch, 'entry');
  if (result.by) roles.set(result.by.batch, 'end');
  return (
    <div className={styles.proved}>
      <h2>{say('certificate.bought')}</h2>
      <Facts
        facts={[
          [say('option.index'), how.label(bought.symbol)],
          [say('option.direction'), how.direction(bought.direction)],
          [say('option.stake'), money(bought.stake)],
          [say('option.duration'), how.duration(bought.durationMs)],
          [say('option.payout'), how.part(bought.payoutPpb)],
          [say('option.fee'), money(bought.fee)],
          [say('certificate.at'), dateAndTime(bought.at)],
          [say('certificate.position'), String(bought.position)],
        ]}
      />
      <h2>{say('certificate.rule')}</h2>
      <p className={styles.rule}>{say('certificate.rule_text', { delay: '0.5', wait: '15' })}</p>
      <h2>{say('certificate.publications')}</h2>
      <ol className={styles.line}>
        {publications.map((one) => (
          <li key={one.position} data-role={roles.get(one.position)}>
            <time>{timeOfDay(one.at)}</time>
            <b>{price(one.price)}</b>
            <span>{roles.has(one.position) ? say(`certificate.${roles.get(one.position) ?? 'entry'}`) : ''}</span>
            <small>
              {say('certificate.sources')} {one.sources.map((source) => price(source.price)).join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      <h2>{say('certificate.result')}</h2>
      <Facts
        facts={[
          [say('option.outcome'), say(`option.outcome.${result.end}`)],
          [say('option.entry'), entry ? price(entry.price) : '–'],
          [say('option.end'), result.by ? price(result.by.price) : '–'],
          [say('certificate.paid'), money(result.paid)],
          [say('option.fee'), money(result.fee)],
          [say('certificate.at'), dateAndTime(result.at)],
          [say('certificate.position'), String(result.position)],
        ]}
      />
      <h2>{say('certificate.batches')}</h2>
      <p className={styles.rule}>{say('certificate.compare')}</p>
      <ol className={styles.hashes}>
        {batches.map(({ position, hash }) => (
          <li key={position}>
            <span>{position}</span> <code>{hash}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
