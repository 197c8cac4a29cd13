import { useSelector } from 'react-redux';
import type { FeeTiers, MarketProduct } from '../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../kit/entities/fee/fee-api';
import { selectUser } from '../../kit/entities/session/session-slice';
import { useSetFeeTiersMutation } from '../api/settings-api';
import type { Act, Entered } from '../act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { compare } from '../../kit/lib/numbers/exact';
import { Note } from '../../kit/ui/page/note';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { ActButton } from '../parts/act-button';

const TITLES = { spot: 'menu.spot', perpetual: 'menu.futures' } as const;

/** 30-day volume required for each fee level, per product. */
export function FeeLevels() {
  return (
    <>
      <LevelsOf product="spot" />
      <LevelsOf product="perpetual" />
    </>
  );
}

function LevelsOf({ product }: { product: MarketProduct }) {
  const { t, numbers } = useTexts();
  const user = useSelector(selectUser);
  const { data, error, refetch } = useFeeTiersQuery(user?.userId ?? null, { refetchOnMountOrArgChange: true });
  const title = `${t('staff.levels')} – ${t(TITLES[product])}`;
  const act = useAct(product, title, data, () => void refetch());
  const volumes = data?.products[product].volumes;
  return (
    <Panel title={title} level={2} actions={data && <ActButton text={t('staff.levels.set')} act={act} />}>
      <p className={styles.lead}>{t('staff.levels.lead')}</p>
      {error || !volumes ? (
        <Waiting error={error} onRetry={refetch} />
      ) : volumes.length === 0 ? (
        <Note kind="empty" text={t('staff.levels.none')} />
      ) : (
        <Facts
          details={volumes.map(
            (volume, level) =>
              [t('staff.fees.level', { level: String(level) }), `≥ ${numbers.exact(volume)} BTC`] as const,
          )}
        />
      )}
    </Panel>
  );
}

const fieldOf = (level: number) => `volume${level}`;

function useAct(product: MarketProduct, title: string, fees: FeeTiers | undefined, onDone: () => void): Act {
  const { t } = useTexts();
  const [setTiers] = useSetFeeTiersMutation();
  const volumes = fees?.products[product].volumes ?? [];
  const markets = fees?.markets.filter((market) => market.product === product) ?? [];
  const tiers = markets.map((market) => market.tiers.length);
  // A level needs no volume if no market of the product has a fee of its own for it.
  const levels = Array.from({ length: Math.max(1, volumes.length, ...tiers) }, (_, level) => level).slice(1);
  return {
    title,
    consequence: t('staff.levels.consequence'),
    approvalRule: 'SetFeeTiers',
    fields: [
      ...levels.map(
        (level) =>
          ({
            name: fieldOf(level),
            label: t('staff.levels.volume', { level: String(level) }),
            kind: 'decimal',
            unit: 'BTC',
            lengthMax: DECIMAL_LENGTH_MAX,
            isOptional: true,
            ...(volumes.length > level ? { initial: volumes[level] } : {}),
          }) as const,
      ),
      fromField(t),
      reasonField(t),
    ],
    check: (input) => volumeFaults(levels, input),
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ from, reason, ...input }, clientId) => {
      const at = timeOf(from);
      return setTiers({
        clientId,
        product,
        ...(at === null ? {} : { from: at }),
        volumes: ['0', ...levels.map((level) => input[fieldOf(level)]).filter((volume) => volume !== '')],
        reason,
      });
    },
    onDone,
  };
}

/** Volumes must rise from level to level, without gaps. */
export function volumeFaults(levels: readonly number[], input: Entered): [field: string, code: string][] {
  return levels.flatMap((level): [string, string][] => {
    const volume = input[fieldOf(level)];
    if (volume === '') {
      const isBetween = levels.some((later) => later > level && input[fieldOf(later)] !== '');
      return isBetween ? [[fieldOf(level), 'required']] : [];
    }
    const before = level === 1 ? '0' : input[fieldOf(level - 1)];
    return before !== '' && compare(volume, before) <= 0 ? [[fieldOf(level), 'out.of.range']] : [];
  });
}
