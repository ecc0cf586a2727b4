//! Measured numbers with their goals.

/// Measured numbers in order.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

struct Row {
    what: String,
    value: String,
    goal: String,
    met: Option<bool>,
}

impl Table {
    /// Adds a number with an upper limit as its goal.
    pub(super) fn at_most(&mut self, what: impl Into<String>, value: f64, goal: f64, unit: &str) {
        let (value_text, goal_text) = (format!("{value:.2} {unit}"), format!("<= {goal} {unit}"));
        self.rows.push(Row { what: what.into(), value: value_text, goal: goal_text, met: Some(value <= goal) });
    }

    /// Adds a number without a goal.
    pub(super) fn plain(&mut self, what: impl Into<String>, value: String) {
        self.rows.push(Row { what: what.into(), value, goal: String::new(), met: None });
    }

    /// Prints all rows.
    pub(super) fn print(&self) {
        println!("\n{:<78} {:>24} {:>16}", "", "result", "goal");
        for Row { what, value, goal, met } in &self.rows {
            let mark = match met {
                Some(true) => "met",
                Some(false) => "missed",
                None => "",
            };
            println!("{what:<78} {value:>24} {goal:>16} {mark}");
        }
    }
}

/// Times in milliseconds.
#[derive(Debug, Clone, Default)]
pub(super) struct Times(Vec<f64>);

impl Times {
    pub(super) fn add(&mut self, time: std::time::Duration) {
        self.0.push(time.as_secs_f64() * 1000.0);
    }

    /// The time at this quantile.
    pub(super) fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        sorted.get((share * last as f64).round() as usize).copied().unwrap_or(f64::NAN)
    }

    /// Median, 95th and 99th percentile.
    pub(super) fn shown(&self) -> String {
        format!("{:.2} / {:.2} / {:.2}", self.at(0.5), self.at(0.95), self.at(0.99))
    }
}
