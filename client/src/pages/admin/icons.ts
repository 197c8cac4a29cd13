import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  CandlestickChart,
  Coins,
  Gauge,
  LayoutDashboard,
  MessageSquareText,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { SectionName } from './sections';

export const ICONS: Readonly<Record<SectionName, LucideIcon>> = {
  overview: LayoutDashboard,
  users: Users,
  verifications: BadgeCheck,
  withdrawals: ArrowUpFromLine,
  recharges: ArrowDownToLine,
  limits: Gauge,
  markets: CandlestickChart,
  assets: Coins,
  feedback: MessageSquareText,
  settings: Settings,
  staff: ShieldCheck,
  log: ScrollText,
};
