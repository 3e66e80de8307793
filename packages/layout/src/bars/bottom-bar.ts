export { BottomBar, type BottomBarProps } from '../bottom-bar/bottom-bar.tsx';
