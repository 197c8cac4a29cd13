import fc from 'fast-check';
import { decimalOf } from '../../../../../../shared/rules/units';
import type { PositionState } from '../../../../../../shared/products/perpetual/stream';
import { outcomeTermsOf, type OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { reckonPosition } from '../../../../kit/entities/contract/reckoning';
import { numberFormats } from '../../../../kit/lib/numbers/format';
import { PERPETUAL, TAKER_PPB } from '../../../../testing/perpetual';
import { CARD_HEIGHT, CARD_WIDTH, drawCard, shareCardOf, type CardStyle } from './share-card';
import type { ShownPosition } from '../../../../kit/positions/use-positions';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const TEXTS = { t: (key: string) => key, numbers: numberFormats('en') };
const AT = Date.UTC(2026, 10, 23, 8);
const SITE = { name: 'Exchange', address: 'exchange.test' };
const LOOK: CardStyle = {
  ...{ ground: 'ground', surface: 'surface', text: 'text', muted: 'muted', line: 'line', font: 'sans-serif' },
  ...{ up: 'green', down: 'red' },
};

/** Position of 0.5 BTC at 60,000, leverage 20. */
function shown(mark: string | null, of: Partial<PositionState> = {}): ShownPosition {
  const state: PositionState = {
    ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
    ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
    ...{ isLocked: false, openedAt: 1, ...of },
  };
  const reckoned = mark === null ? null : reckonPosition(TERMS, state, mark);
  return { id: '1', state, market: PERPETUAL, terms: TERMS, mark, computed: reckoned, stops: [] };
}

interface Drawn {
  text: string;
  colour: string;
  from: number;
  to: number;
  y: number;
}

/** Draws the card and returns its texts. A letter is half as wide as high. */
function drawn(card: NonNullable<ReturnType<typeof shareCardOf>>): Drawn[] {
  const written: Drawn[] = [];
  const brush = {
    fillStyle: '',
    font: '',
    textAlign: 'left' as CanvasTextAlign,
    fillRect: () => undefined,
    measureText: (text: string) => ({ width: (text.length * Number(/(\d+)px/.exec(brush.font)?.[1])) / 2 }),
    fillText: (text: string, x: number, y: number) => {
      const { width } = brush.measureText(text);
      const from = brush.textAlign === 'left' ? x : x - width;
      written.push({ text, colour: brush.fillStyle, from, to: from + width, y });
    },
  };
  drawCard(brush as never, card, LOOK, SITE);
  return written;
}
const card = (position: ShownPosition, withAmounts = false) => shareCardOf(position, TEXTS, { withAmounts, at: AT });

describe('share card of a position', () => {
  it('shows market, side, leverage, return and prices', () => {
    expect(card(shown('61000'))).toMatchObject({
      ...{ market: PERPETUAL.label, side: 'positions.long', leverage: '20×', rate: '+33.33%', sign: 'up' },
      rows: [
        ['positions.entry', '60,000.0'],
        ['positions.mark', '61,000.0'],
      ],
    });
    expect(card(shown('59000'))).toMatchObject({ rate: '-33.33%', sign: 'down' });
    expect(card(shown(null))).toBeNull();
  });

  it('is coloured by result, not by side', () => {
    const colourOf = (position: ShownPosition) => {
      const told = card(position);
      return told && drawn(told).find(({ text }) => text === told.rate)?.colour;
    };
    expect(colourOf(shown('59000', { side: 'short' }))).toBe('green');
    expect(colourOf(shown('61000', { side: 'short' }))).toBe('red');
    expect(colourOf(shown('60000'))).toBe('text');
  });

  it('hides amounts unless requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 900_000 }),
        fc.integer({ min: 500_000, max: 700_000 }),
        (lots, ticks) => {
          const quantity = decimalOf(BigInt(lots), 3);
          const position = shown(decimalOf(BigInt(ticks), 1), { lots, quantity, cost: String(60 * lots) });
          const amounts = [
            `${TEXTS.numbers.exact(quantity)} BTC`,
            `${TEXTS.numbers.fixed(position.computed?.unrealised ?? '', 2)} USDT`,
          ];
          const said = (withAmounts: boolean) => {
            const told = card(position, withAmounts);
            return told ? drawn(told).map(({ text }) => text.replace('+', '')) : [];
          };
          expect(said(false).filter((text) => /BTC$|USDT$/.test(text))).toEqual([]);
          expect(said(true)).toEqual(expect.arrayContaining(amounts));
        },
      ),
      { numRuns: 50, seed: 3 },
    );
  });

  it('fits texts of any length', () => {
    const told = card(shown('61000'), true);
    if (!told) throw new Error('there is a mark');
    const long = { ...told, market: 'A market with a name that nobody has ever seen before', rate: '+123,456,789.00%' };
    for (const { from, to, y } of drawn(long)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(CARD_WIDTH);
      expect(y).toBeLessThan(CARD_HEIGHT);
    }
  });
});
