import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** Quiet zone in modules, by the standard. */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** Accessible name: the effect of scanning it. */
  label: string;
}

/** Black on white in both themes, as some cameras cannot read the inverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { side, path } = useMemo(() => drawQrCode(text), [text]);
  const size = side + 2 * QUIET;
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path transform={`translate(${QUIET} ${QUIET})`} d={path} fill="#000000" />
    </svg>
  );
}

/** One path for all dark modules, a rectangle per run in a row. */
export function drawQrCode(text: string): { side: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M });
  const { size } = code;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && code.get(column, row)) column += 1;
      if (column > start) path += `M${start} ${row}h${column - start}v1h-${column - start}z`;
    }
  }
  return { side: size, path };
}
