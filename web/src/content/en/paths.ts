export { en as paths } from '../addresses'
