import { fireEvent, render, screen } from '@testing-library/react';
import { useHotkeys } from './hotkeys';

function Screen({ onKey }: { onKey: (name: string) => void }) {
  useHotkeys({ b: () => onKey('b'), 'mod+k': () => onKey('k') });
  return (
    <>
      <input aria-label="field" />
      <input aria-label="check" type="checkbox" />
      <button aria-label="choice" role="combobox" aria-expanded="false" aria-controls="list" />
    </>
  );
}

describe('hotkeys', () => {
  it('are active except while the user types or a dialog is open', () => {
    const pressed: string[] = [];
    const { container } = render(<Screen onKey={(name) => pressed.push(name)} />);
    fireEvent.keyDown(document.body, { key: 'B' });
    fireEvent.keyDown(screen.getByLabelText('check'), { key: 'b' });
    fireEvent.keyDown(screen.getByLabelText('field'), { key: 'b' });
    fireEvent.keyDown(screen.getByLabelText('choice'), { key: 'b' });
    fireEvent.keyDown(screen.getByLabelText('field'), { key: 'k', metaKey: true });
    fireEvent.keyDown(document.body, { key: 'b', altKey: true });
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true });
    expect(pressed).toEqual(['b', 'b', 'k']);
    container.append(Object.assign(document.createElement('dialog'), { open: true }));
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(pressed).toHaveLength(3);
  });
});
