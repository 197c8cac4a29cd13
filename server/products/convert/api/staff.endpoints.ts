import { CONVERT_STAFF_ROUTES as CONVERT } from '../../../../shared/products/convert/staff';
import { act } from '../../../features/admin/staff-acts';

export const CONVERT_STAFF_ENDPOINTS = [act(CONVERT.setDustTerms, 'SetDustTerms'), act(CONVERT.fundDust, 'FundDust')];
