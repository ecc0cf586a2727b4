// The list of the calculators, which is in the page itself.

import '../site/page.css';
import './calculators.css';
import { connectHeader } from '../site/header';

connectHeader();
