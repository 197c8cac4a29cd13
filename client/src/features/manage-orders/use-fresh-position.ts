import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectOrdersPosition } from '../../entities/order/order-slice';

/** Updates come in bursts: one question for all of them. */
const QUIET_MS = 400;

/** The position a stored list has to include, so that it never lags behind what the socket has already told. */
export function useFreshPosition(): { minPosition?: number } {
  const position = useSelector(selectOrdersPosition);
  const [settled, setSettled] = useState(position);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(position), QUIET_MS);
    return () => clearTimeout(timer);
  }, [position]);
  return settled !== null && settled > 0 ? { minPosition: settled } : {};
}
