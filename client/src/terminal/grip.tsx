import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../shared/i18n/use-texts';
import styles from './grip.module.css';
import type { How, PanelId } from './layout';

export type Move = (panel: PanelId, onto: PanelId, how: How) => void;

interface GripProps {
  panel: PanelId;
  title: string;
  /** Of any panel. */
  titleOf: (panel: PanelId) => string;
  onMove: Move;
  /** By keys, to the place that comes next or before. */
  onStep: (panel: PanelId, step: 1 | -1) => void;
}

/** Where the panel would go if it were let go. */
interface Target {
  onto: PanelId;
  how: How;
  place: DOMRect;
}

/** The head of a place: by it the panel there is dragged to another place, or sent there by the arrow keys. */
export function Grip({ panel, title, titleOf, onMove, onStep }: GripProps) {
  const { say } = useTexts();
  const [target, setTarget] = useState<Target | null>(null);
  const name = say('desk.move', { panel: title });

  const grab = ({ button, pointerId, currentTarget }: PointerEvent) => {
    if (button === 0) currentTarget.setPointerCapture(pointerId);
  };
  const drag = ({ pointerId, currentTarget, clientX, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const next = targetAt(clientX, clientY, panel);
    if (next?.onto !== target?.onto || next?.how !== target?.how) setTarget(next);
  };
  const drop = () => {
    if (!target) return;
    setTarget(null);
    onMove(panel, target.onto, target.how);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      onStep(panel, step);
    } else if (key === 'Escape' && target) {
      event.preventDefault();
      setTarget(null);
    }
  };
  return (
    <>
      <button
        type="button"
        data-grip=""
        className={styles.grip}
        aria-label={name}
        title={name}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => setTarget(null)}
        onKeyDown={press}
      >
        <i />
      </button>
      {target &&
        createPortal(
          <div className={styles.target} style={boxOf(target)} aria-hidden="true">
            <span>{say(`desk.drop.${target.how}`, { panel: titleOf(target.onto) })}</span>
          </div>,
          document.body,
        )}
    </>
  );
}

/** At its head a place takes one panel more; elsewhere the one that is seen there makes room. */
function targetAt(x: number, y: number, panel: PanelId): Target | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-shown-panel]');
  const onto = element?.dataset.shownPanel as PanelId | undefined;
  if (!element || !onto || onto === panel) return null;
  const place = element.getBoundingClientRect();
  return { onto, how: y < place.top + HEAD ? 'join' : 'swap', place };
}

function boxOf({ how, place: { left, top, width, height } }: Target) {
  return { left, top, width, height: how === 'join' ? Math.min(HEAD, height) : height };
}

/** A grip and the tabs below it, in pixels. */
const HEAD = 48;
