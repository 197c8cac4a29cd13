import { marksSlice } from '../../entities/contract/marks';
import { positionsSlice } from '../../entities/contract/positions';
import type { ProductManifest } from '../manifest';

export const CONTRACT: ProductManifest = {
  id: 'contract',
  routes: { own: [], account: [] },
  menu: [],
  palette: [],
  accountTabs: [],
  staffSections: [],
  channels: [
    { name: marksSlice.name, reducer: marksSlice.reducer, isPrivate: false, stream: marksSlice },
    { name: positionsSlice.name, reducer: positionsSlice.reducer, isPrivate: true, stream: positionsSlice },
  ],
  texts: null,
};
