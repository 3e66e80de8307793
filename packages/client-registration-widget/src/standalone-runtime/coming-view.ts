/** The script contains the rendering code. */
export { FormView as ComingView } from '../form/view/form-view.tsx';
