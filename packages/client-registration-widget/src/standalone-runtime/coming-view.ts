/** The script draws the form itself. */
export { FormView as ComingView } from '../form/form-view.tsx';
