import { fireEvent, screen, within } from '@testing-library/react';
import { settle } from './settle';

/** Opens a combobox and chooses an option by its text, also in a dialog, which jsdom treats as hidden. */
export function choose(combobox: HTMLElement, option: string | RegExp): void {
  fireEvent.click(combobox);
  fireEvent.click(screen.getByRole('option', { name: option, hidden: true }));
}

/** Chooses an option of a filter, in a native select or a combobox. */
export async function chooseIn(label: string, option: string): Promise<void> {
  const field = screen.getByRole('combobox', { name: label });
  if (field instanceof HTMLSelectElement) {
    const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
    fireEvent.change(field, { target: { value } });
  } else choose(field, option);
  await settle();
}
