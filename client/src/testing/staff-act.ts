/** Performs a staff action in a test: its dialog, the input and the request. */
import { fireEvent, screen, within } from '@testing-library/react';
import type { Asked } from '../../../test/support/network';
import { settle } from './settle';

export const dialog = () => within(screen.getByRole('dialog', { hidden: true }));

/** Values by field name. */
export function enter(fields: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(fields)) {
    fireEvent.change(dialog().getByLabelText(name), { target: { value: text } });
  }
}

export async function confirm(name: string): Promise<void> {
  fireEvent.click(dialog().getByRole('button', { name, hidden: true }));
  await settle();
}

/** Request bodies sent to this path. */
export function sentTo(requests: readonly Asked[], path: string): Record<string, unknown>[] {
  return requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}
