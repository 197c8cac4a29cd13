import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';

interface Disclosure {
  /** The disclosure's element: a press outside closes it. */
  root: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** Open until a press elsewhere, Esc or navigation. */
export function useDisclosure(): Disclosure {
  const root = useRef<HTMLDivElement>(null);
  const { key: page } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === page;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpenAt(null);
    const onPress = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpenAt(null);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPress);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen]);
  return { root, isOpen, open: () => setOpenAt(page), close: () => setOpenAt(null) };
}
