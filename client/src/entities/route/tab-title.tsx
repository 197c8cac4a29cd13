import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { selectTitle } from './route-slice';

/** Writes the title of the store on the tab; nothing else does. */
export function TabTitle() {
  const title = useSelector(selectTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
