import type { ReactElement } from 'react';
import type { BannerLook } from '../../../../shared/products/content/banners';
import styles from './highlight.module.css';

const BOX = '0 0 240 120';

/** Decorative drawings in the banner's colours. They carry no information beyond the text. */
const DRAWINGS: Readonly<Record<BannerLook, ReactElement>> = {
  ledger: (
    <>
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(${24 + row * 22} ${16 + row * 30})`}>
          <rect width="112" height="24" rx="6" className={styles.sheet} />
          <path d="M12 12h46M70 12h16" className={styles.stroke} />
          <circle cx="100" cy="12" r="4" className={styles.dot} />
        </g>
      ))}
      <path d="M38 40v14M60 70v14" className={styles.stroke} />
    </>
  ),
  candles: (
    <>
      {[18, 50, 82, 114, 146, 178].map((x, place) => {
        const top = [52, 38, 58, 30, 40, 16][place];
        return (
          <g key={x}>
            <path d={`M${x + 10} ${top - 12}v${64 - place * 2}`} className={styles.stroke} />
            <rect x={x} y={top} width="20" height="34" rx="3" className={place % 2 ? styles.dot : styles.sheet} />
          </g>
        );
      })}
    </>
  ),
  shield: (
    <>
      <path d="M120 12l52 18v34c0 24-22 38-52 48-30-10-52-24-52-48V30z" className={styles.sheet} />
      <path d="M96 60l18 18 32-36" className={styles.bold} />
    </>
  ),
  growth: (
    <>
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={24 + step * 40}
          y={84 - step * 16}
          width="26"
          height={28 + step * 16}
          rx="4"
          className={styles.sheet}
        />
      ))}
      <path d="M20 76c50-6 90-28 132-58M152 18l-20-2M152 18l-4 20" className={styles.bold} />
    </>
  ),
  globe: (
    <>
      <circle cx="120" cy="60" r="48" className={styles.sheet} />
      <path
        d="M72 60h96M120 12c30 28 30 68 0 96M120 12c-30 28-30 68 0 96M80 34c24 12 56 12 80 0M80 86c24-12 56-12 80 0"
        className={styles.stroke}
      />
      <circle cx="152" cy="36" r="5" className={styles.dot} />
      <circle cx="92" cy="78" r="5" className={styles.dot} />
    </>
  ),
};

export function Art({ variant }: { variant: BannerLook }) {
  return (
    <svg className={styles.art} viewBox={BOX} aria-hidden="true" focusable="false">
      {DRAWINGS[variant]}
    </svg>
  );
}
