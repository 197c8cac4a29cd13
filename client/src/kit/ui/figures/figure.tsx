import type { ComponentProps, ReactNode } from 'react';
import styles from './figure.module.css';

/**
 * A live or exact value (price, amount, address, id) on one line. Marked as not to be translated: a page translator replaces text
 * nodes, and the values that React writes afterwards would not be shown.
 */
export function Figure({ className, ...properties }: ComponentProps<'span'>) {
  return <span translate="no" {...properties} className={className ?? styles.figure} />;
}

/** Marks a number as not to be translated; words around it may be. */
export function translateOf(content: ReactNode): 'no' | undefined {
  return typeof content === 'string' && /\d/.test(content) ? 'no' : undefined;
}
