import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { PRODUCT_TITLE } from '../../shared/lib/product';
import { titleChanged, titleReset } from './route-slice';

/** Begins the title of the tab as long as the screen is there; null leaves the title as it is. */
export function useTitleStart(start: string | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (start !== null) dispatch(titleChanged(`${start} | ${PRODUCT_TITLE}`));
  }, [dispatch, start]);
  useEffect(() => () => void dispatch(titleReset()), [dispatch]);
}
