import { fireEvent, screen } from '@testing-library/react';

/** Opens a choice of the kit, and takes an option by its words; in a dialog too, which jsdom counts as hidden. */
export function choose(combobox: HTMLElement, option: string | RegExp): void {
  fireEvent.click(combobox);
  fireEvent.click(screen.getByRole('option', { name: option, hidden: true }));
}
