import { useSelector } from 'react-redux';
import type { FeeTiers, MarketProduct } from '../../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../../entities/fee/fee-api';
import { selectUser } from '../../../entities/session/session-slice';
import { useSetFeeTiersMutation } from '../../../entities/staff/settings-api';
import type { Act, Entered } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { Note } from '../../../shared/ui/page/note';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { ActButton } from '../parts/act-button';

const TITLES = { spot: 'menu.spot', perpetual: 'menu.futures' } as const;

/** What volume of thirty days brings which fee level: of each product by itself, in all its markets alike. */
export function FeeLevels() {
  return (
    <>
      <LevelsOf product="spot" />
      <LevelsOf product="perpetual" />
    </>
  );
}

function LevelsOf({ product }: { product: MarketProduct }) {
  const { say, numbers } = useTexts();
  const user = useSelector(selectUser);
  const { data, error, refetch } = useFeeTiersQuery(user?.userId ?? null, { refetchOnMountOrArgChange: true });
  const title = `${say('staff.levels')} – ${say(TITLES[product])}`;
  const act = useAct(product, title, data, () => void refetch());
  const volumes = data?.products[product].volumes;
  return (
    <Panel title={title} level={2} actions={data && <ActButton text={say('staff.levels.set')} act={act} />}>
      <p className={styles.lead}>{say('staff.levels.lead')}</p>
      {error || !volumes ? (
        <Waiting error={error} onRetry={refetch} />
      ) : volumes.length === 0 ? (
        <Note kind="empty" text={say('staff.levels.none')} />
      ) : (
        <Facts
          facts={volumes.map(
            (volume, level) =>
              [say('staff.fees.level', { level: String(level) }), `≥ ${numbers.exact(volume)} BTC`] as const,
          )}
        />
      )}
    </Panel>
  );
}

const fieldOf = (level: number) => `volume${level}`;

function useAct(product: MarketProduct, title: string, fees: FeeTiers | undefined, onDone: () => void): Act {
  const { say } = useTexts();
  const [setTiers] = useSetFeeTiersMutation();
  const volumes = fees?.products[product].volumes ?? [];
  const markets = fees?.markets.filter((market) => market.product === product) ?? [];
  const tiers = markets.map((market) => market.tiers.length);
  // What no market of the product charges differently needs no volume of its own.
  const levels = Array.from({ length: Math.max(1, volumes.length, ...tiers) }, (_, level) => level).slice(1);
  return {
    title,
    consequence: say('staff.levels.consequence'),
    takes: 'SetFeeTiers',
    fields: [
      ...levels.map(
        (level) =>
          ({
            name: fieldOf(level),
            label: say('staff.levels.volume', { level: String(level) }),
            kind: 'decimal',
            unit: 'BTC',
            lengthMax: DECIMAL_LENGTH_MAX,
            isOptional: true,
            ...(volumes.length > level ? { initial: volumes[level] } : {}),
          }) as const,
      ),
      fromField(say),
      reasonField(say),
    ],
    check: (entered) => volumeFaults(levels, entered),
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ from, reason, ...entered }, clientId) => {
      const at = timeOf(from);
      return setTiers({
        clientId,
        product,
        ...(at === null ? {} : { from: at }),
        volumes: ['0', ...levels.map((level) => entered[fieldOf(level)]).filter((volume) => volume !== '')],
        reason,
      });
    },
    onDone,
  };
}

/** Each needs more than the one before it, and none is left out between two that are named. */
export function volumeFaults(levels: readonly number[], entered: Entered): [field: string, code: string][] {
  return levels.flatMap((level): [string, string][] => {
    const volume = entered[fieldOf(level)];
    if (volume === '') {
      const isBetween = levels.some((later) => later > level && entered[fieldOf(later)] !== '');
      return isBetween ? [[fieldOf(level), 'required']] : [];
    }
    const before = level === 1 ? '0' : entered[fieldOf(level - 1)];
    return before !== '' && compare(volume, before) <= 0 ? [[fieldOf(level), 'out.of.range']] : [];
  });
}
