import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../kit/i18n/use-texts';
import styles from './grip.module.css';
import type { DropSide, PanelId } from './layout';

export type Move = (panel: PanelId, onto: PanelId, dropSide: DropSide) => void;

interface GripProps {
  panel: PanelId;
  title: string;
  /** Title of any panel. */
  titleOf: (panel: PanelId) => string;
  onMove: Move;
  /** Moves the panel by keyboard to the next or previous place. */
  onStep: (panel: PanelId, step: 1 | -1) => void;
}

/** Place to which a drop would move the panel. */
interface Target {
  onto: PanelId;
  dropSide: DropSide;
  place: DOMRect;
}

/** Handle of a place. Dragging it or pressing arrow keys moves the shown panel. */
export function Grip({ panel, title, titleOf, onMove, onStep }: GripProps) {
  const { t } = useTexts();
  const [target, setTarget] = useState<Target | null>(null);
  const name = t('desk.move', { panel: title });

  const grab = ({ button, pointerId, currentTarget }: PointerEvent) => {
    if (button === 0) currentTarget.setPointerCapture(pointerId);
  };
  const drag = ({ pointerId, currentTarget, clientX, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const next = targetAt(clientX, clientY, panel);
    if (next?.onto !== target?.onto || next?.dropSide !== target?.dropSide) setTarget(next);
  };
  const drop = () => {
    if (!target) return;
    setTarget(null);
    onMove(panel, target.onto, target.dropSide);
  };
  const handleKey = (event: KeyboardEvent) => {
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
        onKeyDown={handleKey}
      >
        <i />
      </button>
      {target &&
        createPortal(
          <div className={styles.target} style={boxOf(target)} aria-hidden="true">
            <span>{t(`desk.drop.${target.dropSide}`, { panel: titleOf(target.onto) })}</span>
          </div>,
          document.body,
        )}
    </>
  );
}

/** A drop on the head of a place adds the panel there; elsewhere it swaps the panels. */
function targetAt(x: number, y: number, panel: PanelId): Target | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-shown-panel]');
  const onto = element?.dataset.shownPanel as PanelId | undefined;
  if (!element || !onto || onto === panel) return null;
  const place = element.getBoundingClientRect();
  return { onto, dropSide: y < place.top + HEAD ? 'join' : 'swap', place };
}

function boxOf({ dropSide, place: { left, top, width, height } }: Target) {
  return { left, top, width, height: dropSide === 'join' ? Math.min(HEAD, height) : height };
}

/** Height of the handle and the tabs below it, in pixels. */
const HEAD = 48;
