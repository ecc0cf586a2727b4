//! The time of day.

use jiff::Zoned;

/// The current minute of the week in local time, from Sunday 00:00.
pub(crate) fn minute_of_week(now: &Zoned) -> u16 {
    let day = now.weekday().to_sunday_zero_offset().unsigned_abs();
    let minute = u16::from(now.hour().unsigned_abs()) * 60 + u16::from(now.minute().unsigned_abs());
    u16::from(day) * 24 * 60 + minute
}

#[cfg(test)]
mod tests {
    use super::minute_of_week;

    #[test]
    fn minutes_count_from_sunday() {
        let at = |text: &str| minute_of_week(&text.parse().expect("a time"));
        assert_eq!(at("2026-11-22T00:00[UTC]"), 0);
        assert_eq!(at("2026-11-20T12:30[UTC]"), 5 * 1440 + 750);
    }
}
