import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { selectTitle } from './route-slice';

/** Writes the store's title to the tab; the only writer. */
export function TabTitle() {
  const title = useSelector(selectTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
