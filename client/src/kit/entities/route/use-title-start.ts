import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { PRODUCT_TITLE } from '../../lib/product';
import { titleChanged, titleReset } from './route-slice';

/** Sets the start of the tab title while mounted; null leaves it unchanged. */
export function useTitleStart(start: string | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (start !== null) dispatch(titleChanged(`${start} | ${PRODUCT_TITLE}`));
  }, [dispatch, start]);
  useEffect(() => () => void dispatch(titleReset()), [dispatch]);
}
