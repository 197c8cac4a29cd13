import { fireEvent, screen, within } from '@testing-library/react';
import { settle } from './settle';

/** Opens a choice of the kit, and takes an option by its words; in a dialog too, which jsdom counts as hidden. */
export function choose(combobox: HTMLElement, option: string | RegExp): void {
  fireEvent.click(combobox);
  fireEvent.click(screen.getByRole('option', { name: option, hidden: true }));
}

/** Takes an option of a filter: of a native select, or of a combobox. */
export async function chooseIn(label: string, option: string): Promise<void> {
  const field = screen.getByRole('combobox', { name: label });
  if (field instanceof HTMLSelectElement) {
    const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
    fireEvent.change(field, { target: { value } });
  } else choose(field, option);
  await settle();
}
